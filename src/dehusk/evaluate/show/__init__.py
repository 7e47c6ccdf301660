"""A report shown: on a terminal, as Markdown, as JSON, as a page with plots."""
