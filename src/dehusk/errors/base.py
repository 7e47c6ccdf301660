"""What the whole family descends from."""


class DehuskError(Exception):
    """The root of everything dehusk raises on purpose."""


class CallerError(DehuskError):
    """The caller asked for something that cannot be; fails at once."""
