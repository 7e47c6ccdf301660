"""On how many pages of a cluster something must be to be template, beside those of the site."""

GOOD_PART, GOOD_MANY = 0.2, 3
"""The pages of a cluster, a share and at least so many, that make a thing template where more of
the whole site's would be needed."""


def need_among(of_site: float, n_pages: int) -> float:
    """So many pages of a cluster of this size, where so many of the whole site's are enough.

    A few pages of one kind may share by chance what is their content, as lists of the same things
    do: it takes as many pages as on the whole site, or else a good part of the cluster.
    """
    return min(of_site, max(GOOD_PART * n_pages, GOOD_MANY))
