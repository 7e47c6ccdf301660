"""Text of strangers made safe to show."""


def clean_text(text: str) -> str:
    """Text of strangers without what would steer a terminal or turn the reading direction.

    >>> clean_text("so\\t\\x1b[31mit\\u202e goes")
    'so [31mit goes'
    """
    kept = []
    for letter in text:
        if letter in "\n\u00a0" or letter.isprintable():
            kept.append(letter)
        elif letter.isspace():
            kept.append(" ")
    return "".join(kept)
