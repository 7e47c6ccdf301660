"""Named implementations of one protocol: the built-in ones, and those that packages add."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from importlib.metadata import entry_points
from typing import Generic, TypeVar

from dehusk.errors import BadSetting, NoSettings, UnknownName

Entry = TypeVar("Entry")


@dataclass(frozen=True, slots=True)
class Catalogue(Generic[Entry]):
    """Factories by name; a third party adds one as an entry point of the group."""

    kind: str
    group: str
    built_in: Mapping[str, Callable[..., Entry]]

    def names(self) -> tuple[str, ...]:
        """All names, the built-in ones first."""
        added = sorted(point.name for point in entry_points(group=self.group))
        return (*self.built_in, *(name for name in added if name not in self.built_in))

    def create(self, name: str, settings: Mapping[str, object]) -> Entry:
        """The entry with these settings, or an error that lists what there is."""
        factory = self._find(name)
        if is_dataclass(factory):
            known = [setting.name for setting in fields(factory)]
            for key in settings:
                if not known:
                    raise NoSettings(name, key)
                if key not in known:
                    allowed = f"the settings {', '.join(known)}"
                    raise BadSetting(name, key, settings[key], allowed)
        return factory(**settings)

    def has_setting(self, name: str, setting: str) -> bool:
        """Can the entry be given such a setting, as far as it tells?"""
        factory = self._find(name)
        return is_dataclass(factory) and any(one.name == setting for one in fields(factory))

    def _find(self, name: str) -> Callable[..., Entry]:
        if name in self.built_in:
            return self.built_in[name]
        for point in entry_points(group=self.group):
            if point.name == name:
                factory: Callable[..., Entry] = point.load()
                return factory
        raise UnknownName(self.kind, name, self.names())
