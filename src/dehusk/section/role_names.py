"""What a section can be for."""

MAIN, NAVIGATION, HEADER, FOOTER = "main", "navigation", "header", "footer"
RELATED, COMMENTS, ADVERTISEMENT = "related", "comments", "advertisement"
METADATA, FORM = "metadata", "form"

ROLES = (MAIN, NAVIGATION, HEADER, FOOTER, RELATED, COMMENTS, ADVERTISEMENT, METADATA, FORM)
