"""A fake daemon for looking at the page: simple hands, simple lights, no rules worth the name.

    python tests/browser/demo_feed.py --port 8123 --state lines

States: start, middle, lines, rims, wrong, ask, over, real, two. Only for developing the page and for
pictures of it; the product's simulator is `triboard.sim`.
"""

import argparse
import asyncio
import itertools
import math
from dataclasses import dataclass, field
from typing import Final

from triboard.errors import PlayerError
from triboard.web.messages import Drop, Lift, NewGame, Press, Request, Turn
from triboard.web.server import Refuse, WebServer

PIECES: Final = {
    "white": ("#eef2ee", (225, 255, 255), "w"),
    "black": ("#2b2d33", (165, 90, 255), "k"),
    "red": ("#cf2f2b", (90, 0, 0), "r"),
    "blue": ("#2f6fe0", (0, 0, 120), "b"),
    "green": ("#1f9a57", (0, 150, 120), "g"),
}
CELLS: Final = tuple(itertools.product(range(3), range(3), range(3)))
RING: Final = ("a1", "b1", "c1", "c2", "c3", "b3", "a3", "a2")
BUTTONS: Final = (("OK", "Enter"), ("UNDO", "u"), ("NEW", "n"), ("FIVE", "f"), ("ONE", "o"))


def name(shelf: int, row: int, column: int) -> str:
    """Name of a hole."""
    return "ABC"[shelf] + "abc"[column] + "123"[row]


SITES: Final = tuple(name(*cell) for cell in CELLS)


def _lines() -> tuple[tuple[str, str, str], ...]:
    found = []
    for low, middle, high in itertools.combinations(CELLS, 3):
        if all(a + c == 2 * b for a, b, c in zip(low, middle, high, strict=True)):
            found.append((name(*low), name(*middle), name(*high)))
    return tuple(found)


LINES: Final = _lines()


@dataclass
class Feed:
    """What the fake board holds and shows."""

    holes: dict[str, str] = field(default_factory=dict)
    tray: dict[str, int] = field(default_factory=lambda: dict.fromkeys(PIECES, 9))
    hand: list[str] = field(default_factory=list)
    degrees: dict[str, float] = field(default_factory=lambda: dict.fromkeys("ABC", 0.0))
    order: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)
    options: dict[str, object] = field(
        default_factory=lambda: {"players": 3, "calling": "auto", "rims": True, "rim_turn": "instead"}
    )
    last: dict[str, object] | None = None
    last_site: str = ""
    wrong: str = ""
    message: dict[str, object] | None = None
    outcome: dict[str, object] | None = None
    real: bool = False
    seq: int = 0

    def deal(self, players: int) -> None:
        """Seats and colours for so many players."""
        if players == 2:
            self.order = [("Anna", ("white", "black")), ("Ben", ("red", "blue"))]
        else:
            self.order = [(piece.capitalize(), (piece,)) for piece in list(PIECES)[:players]]
        self.scores = [0] * players
        self.options["players"] = players

    def turn(self) -> tuple[int, str]:
        """Seat and piece to play next."""
        seat = len(self.moves) % len(self.order)
        pieces = self.order[seat][1]
        return seat, pieces[len(self.moves) // len(self.order) % len(pieces)]

    def drop(self, site: str, piece: str) -> None:
        """A ball falls into a hole; every drop is a move here."""
        if site in self.holes:
            raise PlayerError(f"There is a {self.holes[site]} ball in {site} already.")
        if piece in self.hand:
            self.hand.remove(piece)
        elif self.tray[piece] > 0:
            self.tray[piece] -= 1
        else:
            raise PlayerError(f"There is no {piece} ball in the tray.")
        seat, wanted = self.turn()
        self.holes[site] = piece
        if piece != wanted:
            self.wrong = site
            text = f"It is the turn of {wanted}. Take the {piece} ball out of {site}."
            self.message = {"kind": "wrong", "text": text, "sites": [site]}
            return
        self.last_site = site
        self.moves.append(f"{PIECES[piece][2]}@{site}")
        lines = []
        for line in LINES:
            colours = [self.holes.get(place, "") for place in line]
            if site in line and all(colours):
                points = {1: 5, 3: 1}.get(len(set(colours)), 0)
                if points:
                    words = "Five points" if points == 5 else "One point"
                    lines.append(
                        {"text": f"{words}: {', '.join(line)}", "sites": list(line), "points": points}
                    )
                    self.scores[seat] += points
        self.last = {"text": f"{self.order[seat][0]} put a ball in {site}.", "lines": lines}

    def receive(self, request: Request, refuse: Refuse) -> None:
        """Does what a page asks."""
        if (place := getattr(request, "site", "Aa1")) not in SITES:
            raise PlayerError(f"There is no hole {place}.")
        match request:
            case Drop(site, piece):
                self.drop(site, piece)
            case Lift(site):
                if site not in self.holes:
                    raise PlayerError(f"There is no ball in {site}.")
                lifted = self.holes.pop(site)
                self.hand.append(lifted)
                if site == self.wrong:
                    self.wrong, self.message = "", None
                asyncio.get_running_loop().call_later(4, self.put_back, lifted)
            case Turn(rim, degrees):
                self.rotate(rim, degrees)
            case Press(button):
                self.message = {"kind": "info", "text": f"{button} was pressed.", "sites": []}
            case NewGame(options):
                self.__init__()  # type: ignore[misc]  # a fresh feed in place
                self.options.update(options)
                players = options.get("players", 3)
                self.deal(players if isinstance(players, int) else 3)

    def put_back(self, piece: str) -> None:
        """A lifted ball that was not dropped again lies in its tray."""
        if piece in self.hand:
            self.hand.remove(piece)
            self.tray[piece] += 1

    def rotate(self, rim: str, degrees: float) -> None:
        """Balls travel with the rim; holes are named by the nearest detent."""
        before = round(self.degrees[rim] / 90)
        self.degrees[rim] += degrees
        steps = (round(self.degrees[rim] / 90) - before) * 2
        ring = [rim + place for place in RING]
        stood = {site: self.holes.pop(site) for site in ring if site in self.holes}
        for site, piece in stood.items():
            self.holes[ring[(ring.index(site) + steps) % 8]] = piece

    def slots(self) -> dict[str, list[str]]:
        """Balls by the hole that they would stand over with all rims at 0."""
        found = {}
        for site, piece in self.holes.items():
            quarters = round(self.degrees[site[0]] / 90)
            place = site[1:]
            if place in RING:
                place = RING[(RING.index(place) - 2 * quarters) % 8]
            found[site[0] + place] = [piece]
        return found

    def view(self) -> dict[str, object]:
        """The snapshot for the page."""
        self.seq += 1
        seat, piece = self.turn()
        readings = {site: self.holes.get(site, "empty") for site in SITES}
        if self.real:
            readings |= {"Ac1": "something", "Ba2": "unknown"}
        over = self.outcome is not None
        return {
            "seq": self.seq,
            "simulated": not self.real,
            "board": board(),
            "phase": "finished" if over else "correction" if self.wrong else "play",
            "turn": None
            if over
            else {"seat": seat, "piece": piece, "text": f"{self.order[seat][0]} to play"},
            "seats": [
                {
                    "seat": i,
                    "name": who,
                    "pieces": list(pieces),
                    "score": self.scores[i],
                    "total": self.scores[i] + 7 * i,
                    "turn": i == seat and not over,
                }
                for i, (who, pieces) in enumerate(self.order)
            ],
            "readings": readings,
            "rims": [
                {
                    "rim": rim,
                    "state": "between" if degrees % 90 else "rest",
                    "detent": round(degrees / 90) % 4,
                }
                for rim, degrees in self.degrees.items()
            ],
            "legal": [site for site in SITES if site not in self.holes],
            "buttons": {"OK": {"lit": True, "hint": "Close the calling window"}, "UNDO": {"lit": True}},
            "message": self.message,
            "last": self.last,
            "moves": self.moves,
            "outcome": self.outcome,
            "link": {"state": "up", "text": "Board connected"},
            "saved": True,
            "options": self.options,
            "world": None
            if self.real
            else {
                "holes": {site: [piece] for site, piece in self.holes.items()},
                "slots": self.slots(),
                "tray": self.tray,
                "hand": self.hand,
                "rims": self.degrees,
            },
        }

    def light(self, now: float) -> str:
        """Pixels as on the wire: duty of red, green and blue."""
        frame: dict[int, tuple[float, ...]] = dict.fromkeys(range(37), (0.0, 0.0, 0.0))
        slow = 0.55 + 0.45 * math.sin(now * 2.6)
        seat, piece = self.turn()
        for i, site in enumerate(SITES):
            if site not in self.holes and not self.outcome and not self.wrong:
                frame[i] = tuple(0.45 * channel for channel in PIECES[piece][1])
        if self.last_site:
            frame[SITES.index(self.last_site)] = (225, 255, 255)
        for line in (self.last or {}).get("lines", []):  # type: ignore[attr-defined]
            for j, site in enumerate(line["sites"]):
                lit = 0.25 + 0.75 * max(0.0, math.sin(now * 2.5 - j * 0.9))
                frame[SITES.index(site)] = tuple(
                    lit * channel for channel in PIECES[self.holes.get(site, "white")][1]
                )
        if self.wrong:
            frame[SITES.index(self.wrong)] = (255, 60, 0) if now % 1 < 0.5 else (0, 0, 0)
        if not self.outcome:
            frame[27 + seat] = tuple(slow * channel for channel in PIECES[piece][1])
        frame[32] = (220, 190, 90)
        duty = (255 * (max(0, channel) / 255) ** 2.2 for place in range(37) for channel in frame[place])
        return "".join(f"{round(channel):02x}" for channel in duty)


def board() -> dict[str, object]:
    """The board's description."""
    return {
        "name": "ttt3d",
        "game": "ttt3d",
        "title": "3D tic-tac-toe",
        "sites": [
            {"site": name(*cell), "at": [60 * cell[2] - 60, 60 * cell[1] - 60, 120 * cell[0]], "pixel": i}
            for i, cell in enumerate(CELLS)
        ],
        "rims": [{"rim": rim, "ring": [rim + place for place in RING]} for rim in "ABC"],
        "seats": [{"seat": i, "pixel": 27 + i} for i in range(5)],
        "pieces": [
            {
                "piece": piece,
                "colour": "#" + bytes(light).hex(),
                "ball": ball,
                "name": piece,
                "letter": letter,
            }
            for piece, (ball, light, letter) in PIECES.items()
        ],
        "buttons": [
            {"button": button, "label": button, "key": key, "pixel": 32 + i}
            for i, (button, key) in enumerate(BUTTONS)
        ],
    }


GAME: Final = ("Bb2", "Aa1", "Cc3", "Ab2", "Ac1", "Ba2", "Bc2", "Ca1", "Cb2", "Bb1", "Ac3", "Ab1")


def feed(state: str) -> Feed:
    """A feed in one of the named states."""
    made = Feed()
    made.deal({"two": 2, "over": 5}.get(state, 3))
    count = {"start": 0, "middle": 7, "over": 27}.get(state, 12)
    rest = [site for site in SITES if site not in GAME]
    for site in [*GAME, *rest][:count]:
        made.drop(site, made.turn()[1])
    match state:
        case "lines":
            for site in ("Ab3", "Aa2", "Ca3"):
                made.drop(site, made.turn()[1])
            for site in ("Aa1", "Bb2", "Ab2", "Ac2", "Cc3"):
                made.holes[site] = "white"
            made.moves.extend(["k@Ca2"] * (-len(made.moves) % 3))
            made.holes.pop("Aa2", None)
            made.drop("Aa2", "white")
            made.last_site = "Aa2"
            made.holes["Ba1"], made.holes["Ca1"] = "red", "black"
            lines = [
                {"text": "Five points: Aa2, Ab2, Ac2", "sites": ["Aa2", "Ab2", "Ac2"], "points": 5},
                {"text": "Five points: Aa1, Bb2, Cc3", "sites": ["Aa1", "Bb2", "Cc3"], "points": 5},
                {"text": "One point: Aa1, Ba1, Ca1", "sites": ["Aa1", "Ba1", "Ca1"], "points": 1},
            ]
            made.last = {"text": "White put a ball in Aa2.", "lines": lines}
        case "rims":
            made.rotate("A", 90)
            made.rotate("B", 32)
            made.message = {"kind": "info", "text": "Finish turning rim B, or turn it back.", "sites": []}
        case "wrong":
            made.drop("Cc2", "green")
        case "ask":
            text = "This game is not finished. Start a new one? OK: yes. UNDO: no."
            made.message = {"kind": "ask", "text": text, "sites": []}
        case "over":
            text = "White wins with 21 points"
            made.outcome = {"winners": [0], "seats": [0], "reason": "full", "text": text}
        case "real":
            made.real = True
    return made


async def main() -> None:
    """Serves until interrupted."""
    options = argparse.ArgumentParser()
    options.add_argument("--port", type=int, default=8123)
    options.add_argument("--state", default="middle")
    chosen = options.parse_args()
    shown = feed(chosen.state)
    server = WebServer(
        "127.0.0.1", chosen.port, health=lambda: (True, ""), receive=shown.receive, build="demo"
    )
    await server.start()
    print(server.url, flush=True)
    before: dict[str, object] = {}
    for tick in itertools.count():
        view = shown.view() | {"seq": 0}
        if view != before:
            server.publish(view)
            before = {**view}
        server.publish_light(shown.light(tick / 20))
        await asyncio.sleep(0.05)


if __name__ == "__main__":
    asyncio.run(main())
