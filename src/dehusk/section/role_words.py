"""Words in classes and ids that tell what a part of a page is for.

Sites name their parts in English, whatever they write in, and now and then in their own language.
A word tells by itself or not at all: hashed names hold none of these.
"""

import re
from functools import lru_cache

from dehusk.section.role_names import (
    ADVERTISEMENT,
    COMMENTS,
    FOOTER,
    HEADER,
    METADATA,
    NAVIGATION,
    RELATED,
)

_WORDS = {
    ADVERTISEMENT: """
        ad ads adv advert adverts advertisement advertising adsense adslot adunit adbox dfp
        sponsor sponsors sponsored taboola outbrain
        anzeige werbung publicite publicidad publicidade reklama
    """,
    RELATED: """
        related relatedposts relatedarticles recommended recommendation recommendations similar
        popular trending mostread mostpopular recent latest youmaylike upsell upsells crosssell
        verwandt aehnliche similaires connexes relacionado relacionados relacionadas relacionada
        pohozhie pokhozhie
    """,
    COMMENTS: """
        comment comments commentlist commentlisting disqus respond replies
        kommentar kommentare commentaire commentaires comentario comentarios kommentarii
    """,
    FOOTER: """
        footer foot colophon copyright siteinfo bottombar
        fusszeile rodape podval
    """,
    NAVIGATION: """
        nav navi navbar navigation navlist mainnav subnav topnav menu menus menue submenu mainmenu
        topmenu breadcrumb breadcrumbs crumb crumbs pagination pagenavi pager paging paginator
        hauptmenue ariane migas menyu
    """,
    HEADER: """
        header masthead topbar sitename
        kopfzeile entete cabecera cabecalho shapka
    """,
    METADATA: """
        byline dateline timestamp pubdate postmeta entrymeta postinfo articleinfo authorbox
        postmetadata submitted
    """,
}
"""By role; of a name that holds words of several, the first role counts."""

_ROLE_OF_WORD = {word: role for role, words in _WORDS.items() for word in words.split()}
_RANKS = {role: rank for rank, role in enumerate(_WORDS)}

_OF_A_PART = frozenset(
    "post entry article page story content main title product section card item panel modal table"
    " list widget block box module".split()
)
"""With them a header or footer is that of a part of the page, not of the page."""

_OF_A_STATE = frozenset("has with no not without is js open closed enabled disabled".split())
"""With them a name says what is elsewhere, as in `has-comments`."""

_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


@lru_cache(maxsize=4096)
def read_role(name: str) -> str | None:
    """The role that a class or id tells, if any.

    >>> read_role("relatedPosts-list"), read_role("has-comments"), read_role("x7f3q")
    ('related', None, None)
    """
    words = [word.lower() for word in _WORD.findall(name)]
    words += ["".join(words)] if len(words) == 2 else []
    if not _OF_A_STATE.isdisjoint(words):
        return None
    roles = {_ROLE_OF_WORD[word] for word in words if word in _ROLE_OF_WORD}
    if not _OF_A_PART.isdisjoint(words):
        roles -= {HEADER, FOOTER}
    return min(roles, key=_RANKS.__getitem__, default=None)
