"""Which addresses are of the internet."""

import asyncio
import socket
from ipaddress import ip_address

import pytest

from dehusk.crawl.guard import AddressRefused, Guard, GuardedResolver, is_any, is_public
from tests.crawl_server import Names


@pytest.mark.parametrize("text", ["8.8.8.8", "1.1.1.1", "2606:4700::1111", "64:ff9b::808:808"])
def test_an_address_of_the_internet_is_public(text: str) -> None:
    assert is_public(ip_address(text))


@pytest.mark.parametrize(
    "text",
    [
        *("127.0.0.1", "0.0.0.0", "10.1.2.3", "100.64.0.1", "169.254.169.254", "192.168.1.1"),
        *("172.20.0.1", "224.0.0.1", "255.255.255.255", "198.51.100.1", "203.0.113.9", "192.0.2.1"),
        *("::", "::1", "fe80::1", "fc00::1", "fec0::1", "ff02::1", "2001:db8::1"),
        *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::", "2002:7f00:1::"),
        "2001:0:4136:e378:8000:63bf:f5ff:fffe",
    ],
)
def test_an_address_of_anything_else_is_not(text: str) -> None:
    assert not is_public(ip_address(text))


def test_a_socket_is_made_only_to_where_it_may_go() -> None:
    found = (socket.AF_INET, socket.SOCK_STREAM, 0, "", ("127.0.0.1", 80))
    with pytest.raises(AddressRefused):
        Guard().make_socket(found)
    with pytest.raises(AddressRefused):
        Guard(is_any).make_socket((*found[:4], ("not-an-ip", 80)))
    Guard(is_any).make_socket(found).close()


@pytest.mark.parametrize("host", ["a.example", "127.0.0.1.example", "[nonsense"])
def test_names_are_left_to_the_resolver(host: str) -> None:
    Guard().check(host)


async def _resolve(*answers: str) -> list[str]:
    names = Names({"a.example": list(answers)})
    resolver = GuardedResolver(Guard(), names)
    return [(await resolver.resolve("a.example"))[0]["host"] for _ in answers]


def test_each_answer_of_a_resolver_is_judged_anew() -> None:
    assert asyncio.run(_resolve("8.8.8.8", "8.8.4.4")) == ["8.8.8.8", "8.8.4.4"]
    with pytest.raises(AddressRefused, match=r"a\.example leads to 127\.0\.0\.1"):
        asyncio.run(_resolve("8.8.8.8", "127.0.0.1"))
