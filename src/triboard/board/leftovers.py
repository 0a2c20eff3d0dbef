"""What is passed over on a board: pieces that were left behind, sensors that do not say what stands there.

An exhibit's board need not be cleared to be played: what stood there when the last visitors had gone is
passed over where it stands, until it is taken away or something else changes on its site.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from triboard.board.readings import EMPTY, Observation, Reading, ReadingKind, RimReading, holds, number
from triboard.units import Piece, Site

Levels = tuple[Reading, ...]


class Taken(NamedTuple):
    """What a site shows, and what it is taken for."""

    raw: Levels
    as_if: Levels


@dataclass(frozen=True, slots=True)
class Leftovers:
    """Sites, and rims with what they are taken for, as long as they show what they showed."""

    sites: Mapping[Site, Taken] = field(default_factory=dict)
    rims: Mapping[int, tuple[RimReading, RimReading]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.sites or self.rims)

    def passed_over(self, observed: Observation) -> Observation:
        """The observation as it is taken: without what was left behind and still is as it was."""
        if not self:
            return observed
        here = self.still(observed)
        sites = {
            site: here.sites[site].as_if if site in here.sites else raw
            for site, raw in observed.sites.items()
        }
        rims = tuple(here.rims[at][1] if at in here.rims else rim for at, rim in enumerate(observed.rims))
        return replace(observed, sites=sites, rims=rims)

    def raw(self, taken: Observation) -> Observation:
        """The inverse, for an observation in which all of this was passed over."""
        sites = {
            site: self.sites[site].raw if site in self.sites else levels
            for site, levels in taken.sites.items()
        }
        rims = tuple(self.rims[at][0] if at in self.rims else rim for at, rim in enumerate(taken.rims))
        return replace(taken, sites=sites, rims=rims) if self else taken

    def still(self, observed: Observation) -> "Leftovers":
        """Those that are as they were. A sensor that fails says nothing new."""
        sites = {site: taken for site, taken in self.sites.items() if _same(taken.raw, observed.sites[site])}
        rims = {at: rim for at, rim in self.rims.items() if observed.rims[at] == rim[0]}
        return (
            self if len(sites) == len(self.sites) and len(rims) == len(self.rims) else Leftovers(sites, rims)
        )

    @property
    def beside(self) -> "Leftovers":
        """Those that any game can be played beside: what is taken for nothing."""
        sites = {site: taken for site, taken in self.sites.items() if not number(taken.as_if)}
        return Leftovers(sites, self.rims)


NOTHING_LEFT: Final = Leftovers()


def taken_for(raw: Levels, stack: tuple[Piece, ...]) -> Taken:
    """Levels that are taken for a stack, whatever they show."""
    if raw and raw[0].kind is ReadingKind.SET and stack:
        return Taken(raw, (Reading(ReadingKind.SET, pieces=frozenset(stack)),))
    return Taken(raw, (*map(holds, stack), *(EMPTY,) * (len(raw) - len(stack))))


def _same(before: Levels, now: Levels) -> bool:
    return before == now or all(reading.kind is ReadingKind.UNKNOWN for reading in now)
