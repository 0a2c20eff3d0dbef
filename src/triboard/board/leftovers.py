"""Pieces that somebody left behind: they stand beside the game, as if they were not there.

An exhibit's board need not be cleared to be played: what stood there when the last visitors had gone is
passed over where it stands, until it is taken away or something else changes on its site.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from triboard.board.readings import EMPTY, Observation, Reading, ReadingKind, RimReading
from triboard.units import Site

Levels = tuple[Reading, ...]


@dataclass(frozen=True, slots=True)
class Leftovers:
    """What is passed over: readings of sites, and readings of rims with what is taken for them."""

    sites: Mapping[Site, Levels] = field(default_factory=dict)
    rims: Mapping[int, tuple[RimReading, RimReading]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.sites or self.rims)

    def passed_over(self, observed: Observation) -> Observation:
        """The observation without what was left behind and still is as it was."""
        if not self:
            return observed
        here = self.still(observed)
        sites = {
            site: _bare(levels) if site in here.sites else levels for site, levels in observed.sites.items()
        }
        rims = tuple(here.rims[at][1] if at in here.rims else rim for at, rim in enumerate(observed.rims))
        return replace(observed, sites=sites, rims=rims)

    def still(self, observed: Observation) -> "Leftovers":
        """Those that are as they were. A sensor that fails says nothing new."""
        sites = {site: levels for site, levels in self.sites.items() if _same(levels, observed.sites[site])}
        rims = {at: rim for at, rim in self.rims.items() if observed.rims[at] == rim[0]}
        return (
            self if len(sites) == len(self.sites) and len(rims) == len(self.rims) else Leftovers(sites, rims)
        )

    def and_also(self, other: "Leftovers") -> "Leftovers":
        """These and those."""
        return Leftovers({**self.sites, **other.sites}, {**self.rims, **other.rims})


NOTHING_LEFT: Final = Leftovers()


def _same(before: Levels, now: Levels) -> bool:
    return before == now or all(reading.kind is ReadingKind.UNKNOWN for reading in now)


def _bare(levels: Levels) -> Levels:
    return (EMPTY,) * len(levels)
