"""No request leaves for a private network, however it is named.

An address is judged when it is connected to, not when its name is read: the resolver gives only
addresses that it has judged, the connection goes to one of these and nowhere else, and the socket
is made only after a last look. A name that changes its answer in between changes nothing.
"""

import socket
from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any

from aiohttp.abc import AbstractResolver, ResolveResult

IP = IPv4Address | IPv6Address
Judge = Callable[[IP], bool]

_NAT64 = IPv6Network("64:ff9b::/96")


class AddressRefused(OSError):
    """An address that is not to be connected to."""


def is_public(ip: IP) -> bool:
    """Whether an address is one of the internet, not of this machine or a network of its own.

    >>> [is_public(ip_address(one)) for one in ("127.0.0.1", "100.64.0.1", "::ffff:10.0.0.1")]
    [False, False, False]
    >>> is_public(ip_address("9.9.9.9")), is_public(ip_address("fe80::1%eth0"))
    (True, False)
    """
    if isinstance(ip, IPv6Address):
        inner = _find_inner(ip)
        if inner is not None:
            return is_public(inner)
        if ip.is_site_local:
            return False
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or ip.is_unspecified)


def _find_inner(ip: IPv6Address) -> IPv4Address | None:
    """The IPv4 address that an IPv6 address stands for, by whatever way of wrapping it."""
    if ip in _NAT64:
        return IPv4Address(int(ip) & 0xFFFF_FFFF)
    teredo = ip.teredo
    return ip.ipv4_mapped or ip.sixtofour or (teredo[1] if teredo else None)


def is_any(ip: IP) -> bool:
    """Whether an address may be connected to where all may: always."""
    return True


class Guard:
    """Judges addresses wherever one could be connected to."""

    def __init__(self, judge: Judge = is_public) -> None:
        self._judge = judge

    def check(self, host: str) -> None:
        """Refuse a literal address that is not to be connected to; names are judged later."""
        ip = _read_ip(host)
        if ip is not None and not self._judge(ip):
            raise AddressRefused(f"{host} is not an address of the internet")

    def check_ip(self, text: str) -> None:
        """Refuse all but an IP address that may be connected to."""
        ip = _read_ip(text)
        if ip is None or not self._judge(ip):
            raise AddressRefused(f"{text} is not an address of the internet")

    def make_socket(self, found: Any) -> socket.socket:
        """The socket of a connection about to be made: nothing gets by here."""
        family, kind, protocol, _, place = found
        self.check_ip(str(place[0]))
        made = socket.socket(family=family, type=kind, proto=protocol)
        made.setblocking(False)  # noqa: FBT003
        return made


def _read_ip(text: str) -> IP | None:
    try:
        return ip_address(text.strip("[]").partition("%")[0])
    except ValueError:
        return None


class GuardedResolver(AbstractResolver):
    """Names to addresses, each judged; one that must not be refuses the whole name."""

    def __init__(self, guard: Guard, inner: AbstractResolver) -> None:
        self._guard = guard
        self._inner = inner

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """The addresses of a name, in the order that the inner resolver gives them."""
        found = await self._inner.resolve(host, port, family)
        for result in found:
            try:
                self._guard.check_ip(result["host"])
            except AddressRefused:
                raise AddressRefused(f"{host} leads to {result['host']}") from None
        return found

    async def close(self) -> None:
        """Let go of the inner resolver."""
        await self._inner.close()
