"""Find the hands that some tiles are nearest to, in every ruleset: the answer of ``/nearest``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import merge
from typing import Final, NamedTuple

from scorer import types
from scorer.documents.cards import nearest_of_card
from scorer.documents.near_words import (
    DEFAULT_LISTED_HANDS,
    missing_in_words,
    with_left_over_tiles,
    wrong_tile_count,
)
from scorer.documents.read import counters_of, edition_of, hand_of
from scorer.documents.replies import takes_lang
from scorer.documents.sheets import checked
from scorer.engine.any_hand import of_sets
from scorer.engine.distance import (
    Limits,
    WholeHand,
    most_chows_left,
    nearest_of_shapes,
    nearest_sets_and_pair,
)
from scorer.engine.hand import ANY_COUNT, EXACT_COUNT, SELF_DRAW, Hand, Win, sets_in_words
from scorer.engine.sheet import ScoreSheet
from scorer.engine.situation import Situation
from scorer.engine.tiles import ALL_KINDS, HONOURS, MAJORS, SUITED, SUITS, bits, code, codes
from scorer.errors import HandError
from scorer.grammar.card.book import CardEdition
from scorer.languages.speech import or_list, say, say_many
from scorer.rulebook.book import Edition
from scorer.types.requests import NearestRequest
from scorer.types.terms import SEATS

MAX_SCORED_HANDS: Final = 700
"""How many hands are scored, each with one of its missing tiles as the winning tile, before a
search without a hand that reaches the minimum goes on among hands of certain kinds."""
MAX_SCORED_HANDS_OF_KIND: Final = 12
"""How many hands of each of these kinds are scored."""
FAR_DISTANCE: Final = 3
"""How many tiles short a hand is that counts as far."""
MAX_FAR_HANDS: Final = 60
"""How many far hands are enough."""


class NearSheet(NamedTuple):
    """A winning hand within reach, scored; it may be worth less than the minimum.

    Attributes:
        near: the hand, with the tiles that are missing and left over.
        last: the missing tile that scores most as the winning tile.
        sheet: its score with that winning tile.
    """

    near: WholeHand
    last: int
    sheet: ScoreSheet

    @property
    def order(self) -> tuple[int, bool, int, tuple[int, ...]]:
        """The sort key: nearest first, then those that win, then the most valuable."""
        near, sheet = self.near, self.sheet
        return near.short, not sheet.qualifies, -sheet.total, near.tiles


@takes_lang(types.NearestHands)
def nearest(
    document: types.NearestRequest | Mapping[str, object], *, lang: str | None = None
) -> types.NearestHands:
    """Return the hands that some tiles are nearest to: the nearest first, then the most valuable.

    Where the nearest are worth less than the ruleset's minimum, so that they would not win, the
    nearest that do follow them.

    Args:
        document: The ruleset and its options, a hand that waits or has as many tiles as one that
            has won, and how many to list (``limit``, usually 10).

    Raises:
        HandError: Where the document is invalid.
    """
    request = checked(NearestRequest, document)
    edition = edition_of(request)
    if isinstance(edition, CardEdition):
        return nearest_of_card(request, edition)
    hand, situation = _read_hand(request, edition), _read_situation(request, edition)
    limit = request.get("limit") or DEFAULT_LISTED_HANDS
    best = _score_best_completion(hand, edition, situation)
    if best is not None and best.qualifies:
        return {"nearest": [_near_sheet(best, hand)]}
    search = _Search(hand, edition, situation)
    if hand.all_jokers:
        candidates = sorted(
            _hands_one_tile_short(hand, edition, situation), key=lambda candidate: candidate.order
        )
    else:
        candidates = search.listed()
    if best is not None:
        candidates = [candidate for candidate in candidates if candidate.sheet.qualifies]
    answers = [_nearest_hand_document(candidate, candidates, search) for candidate in candidates]
    if best is not None:
        answers.insert(0, _worth_too_little_answer(best, hand))
    return {"nearest": _first_answers(answers, limit)}


def _first_answers(answers: Sequence[types.NearestHand], limit: int) -> list[types.NearestHand]:
    """Return at most ``limit`` answers, some of which win although others are nearer."""
    least = answers[0]["short"] if answers else 0
    first = [near for near in answers if near["short"] == least]
    rest = answers[len(first) :]
    first = first[: max(limit - len(rest), (limit + 1) // 2)]
    return [*first, *rest][:limit]


def _read_hand(request: types.NearestRequest, edition: Edition) -> Hand:
    """Return the tiles as a hand that has not won. Raises HandError."""
    document = request["hand"].copy()
    winning = document.pop("winning_tile", None)
    hand = of_sets(hand_of(document, edition, won=False, waiting=True, count=ANY_COUNT))
    size, held = edition.book.tiles.hand_tiles, len(hand.concealed) + 3 * len(hand.melds)
    if winning and held == size:
        whole = of_sets(hand_of(request["hand"], edition, won=True))
        hand = whole.again(whole.concealed, None, size, ANY_COUNT)
    elif held not in (size, size + 1):
        raise HandError(wrong_tile_count(held, size))
    edition.check_tiles(hand)
    return hand


def _read_situation(request: types.NearestRequest, edition: Edition) -> Situation:
    seat, prevailing = request.get("seat") or "E", request.get("prevailing") or "E"
    return Situation(SEATS.index(seat), SEATS.index(prevailing), counters_of(request, edition.book))


def _worth_too_little_answer(best: ScoreSheet, hand: Hand) -> types.NearestHand:
    """Return the answer for tiles that form a winning hand worth too little."""
    because = say("complete, but {reason}", reason=best.why_below_minimum())
    return {**_near_sheet(best, hand), "because": because}


def _score_best_completion(hand: Hand, edition: Edition, situation: Situation) -> ScoreSheet | None:
    """Return the score with the best winning tile; None for no win, or for one tile too few."""
    if len(hand.concealed) + 3 * len(hand.melds) == edition.book.tiles.hand_tiles:
        return None
    sheets = [
        _score_win(hand.concealed, hand, tile, edition, situation) for tile in {*hand.concealed}
    ]
    return max(
        (sheet for sheet in sheets if sheet is not None),
        key=lambda sheet: sheet.total,
        default=None,
    )


class _Search:
    """A search for the winning hands that are nearest to a hand without wild tiles."""

    def __init__(self, hand: Hand, edition: Edition, situation: Situation) -> None:
        self.hand = hand
        self.edition = edition
        self.situation = situation
        self.sets = edition.book.tiles.hand_tiles // 3 - len(hand.melds)
        self.chows = most_chows_left(hand, edition.book.tiles.most_chows(edition.options))
        self.left = MAX_SCORED_HANDS
        """How many hands may still be scored."""

    def listed(self) -> list[NearSheet]:
        """Return the nearest hands and, where these do not win, the nearest that do."""
        nearest = self._nearest_of(self._all_hands())
        if self.left <= 0 and not any(hand.sheet.qualifies for hand in nearest):
            winning = [hand for hand in self._hands_of_valuable_kinds() if hand.sheet.qualifies]
            least = min([hand.near.short for hand in winning], default=0)
            nearest += [hand for hand in winning if hand.near.short == least]
        seen: dict[tuple[int, ...], NearSheet] = {}
        for hand in sorted(nearest, key=lambda hand: hand.order):
            seen.setdefault(hand.near.tiles, hand)
        return [*seen.values()]

    def _all_hands(self) -> Iterator[WholeHand]:
        """Yield every hand by its distance.

        A complete hand, distance 0, is left out: it is known to be worth too little.
        """
        sets = nearest_sets_and_pair(self.hand, Limits(self.sets, self.chows))
        shapes = nearest_of_shapes(self.hand, self.edition.shapes)
        # Of the same distance the hands of particular tiles come first: there are few.
        return (near for near in merge(shapes, sets, key=lambda near: near.short) if near.short)

    def _hands_of_valuable_kinds(self) -> Iterator[NearSheet]:
        """Yield hands of certain tiles or sets, likely to win where too many are near to score."""
        searched = [Limits(self.sets, 0, kinds) for kinds in (MAJORS, ALL_KINDS)]
        searched += [Limits(self.sets, self.chows, kinds) for kinds in KINDS_OF_HANDS]
        if self.sets:
            searched += [
                Limits(self.sets - 1, self.chows, fixed=(kind,) * 3) for kind in bits(HONOURS)
            ]
        for limits in searched:
            self.left = MAX_SCORED_HANDS_OF_KIND
            yield from self._nearest_of(nearest_sets_and_pair(self.hand, limits))

    def _nearest_of(self, hands: Iterable[WholeHand]) -> list[NearSheet]:
        """Return the nearest of these hands and the nearest that win, as far as they may be scored.

        Args:
            hands: the hands in the order of their distance.
        """
        nearest: list[NearSheet] = []
        winning: list[NearSheet] = []
        for near in hands:
            if winning and (
                near.short > winning[0].near.short
                or (near.short >= FAR_DISTANCE and len(winning) >= MAX_FAR_HANDS)
            ):
                break
            if self.left <= 0:
                break
            self.left -= len({*near.missing})
            candidate = self._best_completion(near)
            if candidate is None:
                continue
            if candidate.sheet.qualifies:
                winning.append(candidate)
            if not nearest or near.short == nearest[0].near.short:
                nearest.append(candidate)
        return [*dict.fromkeys((*nearest, *winning))]

    def _best_completion(self, near: WholeHand) -> NearSheet | None:
        """Return the hand with its best winning tile; None where it does not win."""
        best: NearSheet | None = None
        for last in dict.fromkeys(near.missing):
            sheet = _score_win(near.tiles, self.hand, last, self.edition, self.situation)
            if sheet is not None and (
                best is None or _compare_by_worth(sheet) >= _compare_by_worth(best.sheet)
            ):
                best = NearSheet(near, last, sheet)
        return best


def _compare_by_worth(sheet: ScoreSheet) -> tuple[bool, int]:
    return sheet.qualifies, sheet.total


KINDS_OF_HANDS: Final = (*SUITS, *(suit | HONOURS for suit in SUITS), SUITED & ~MAJORS)
"""The kinds of tiles of which whole hands are tried; all kinds and majors only without chows."""


def _hands_one_tile_short(
    hand: Hand, edition: Edition, situation: Situation
) -> Iterator[NearSheet]:
    """Yield the hands that are one tile short, for tiles with wild ones.

    Farther hands are not searched: wild tiles may stand for too much.
    """
    waiting: list[tuple[Hand, tuple[int, ...]]] = [(hand, ())]
    if len(hand.concealed) + 3 * len(hand.melds) > edition.book.tiles.hand_tiles:
        waiting = [
            (_without_tile(hand, tile, edition), (tile,)) for tile in sorted({*hand.concealed})
        ]
    for rest, spare in waiting:
        for tile, _, (sheet,) in edition.waits(rest, 0, situation, (SELF_DRAW,)):
            if sheet is not None and (tile,) != spare:
                tiles = tuple(sorted((*rest.concealed, tile)))
                yield NearSheet(WholeHand(1, tiles, (tile,), spare), tile, sheet)


def _without_tile(hand: Hand, tile: int, edition: Edition) -> Hand:
    tiles = list(hand.concealed)
    tiles.remove(tile)
    return hand.again(tiles, None, edition.book.tiles.hand_tiles, ANY_COUNT)


def _near_sheet(
    sheet: ScoreSheet, hand: Hand, missing: Sequence[int] = (), spare: Sequence[int] = ()
) -> types.NearestHand:
    """Return the answer for a winning hand: these tiles with the missing in place of the spare."""
    needed, left_over = codes(missing), codes(hand.preferring_plain_fives(spare))
    return {
        "short": len(missing),
        "name": _hand_name(sheet, hand),
        "sets": [list(part.tiles) for part in sheet.arrangement],
        "missing": needed,
        "left_over": left_over,
        "because": _missing_in_words(sheet, needed, left_over) if needed else say("it wins"),
        "total": sheet.total,
        "qualifies": sheet.qualifies,
    }


def _missing_in_words(sheet: ScoreSheet, missing: Sequence[str], left_over: Sequence[str]) -> str:
    """Return in words what is missing; with all sets complete, that is the pair."""
    tiles = [tile for part in sheet.arrangement for tile in part.tiles]
    pairs = [part.tiles for part in sheet.arrangement if part.kind == "pair"]
    if len(pairs) == 1 and [*pairs[0]] == [*missing] * 2 and tiles.count(missing[0]) == 2:
        pair = say("the pair is missing: a second {tile}", tile=missing[0])
        return with_left_over_tiles(pair, left_over)
    return missing_in_words(missing, len(missing), left_over)


def _hand_name(sheet: ScoreSheet, hand: Hand) -> str:
    """Return the name of a special hand, or its sets and pair, or its most valuable line."""
    special = next((line.name for line in sheet.lines if line.kind == "limit"), "")
    rest = [part.kind for part in sheet.arrangement if part.kind not in ("pung", "kong", "chow")]
    if special or rest == ["pair"] or not sheet.lines:
        return special or _sets_and_pair_in_words(hand)
    return max(sheet.lines, key=lambda line: line.amount or 0).name


def _sets_and_pair_in_words(hand: Hand) -> str:
    return say("{sets} sets and a pair", sets=sets_in_words(hand))


def _nearest_hand_document(
    candidate: NearSheet, listed: Sequence[NearSheet], search: _Search
) -> types.NearestHand:
    """Return the answer for one of the listed hands."""
    near, sheet = candidate.near, candidate.sheet
    answer = _near_sheet(sheet, search.hand, near.missing, near.left_over)
    answer["winning_tile"] = code(candidate.last)
    if not sheet.qualifies:
        because = _short_and_worth_too_little(
            near, sheet.why_below_minimum(), _equally_good_tiles(candidate, listed)
        )
        answer["because"] = because
    return answer


def _equally_good_tiles(candidate: NearSheet, listed: Sequence[NearSheet]) -> list[str]:
    """Return the tiles that each alone complete a hand worth as little."""
    near, total = candidate.near, candidate.sheet.total
    if near.short > 1:
        return [" ".join(codes(near.missing))]
    tiles = [
        entry.near.missing[0]
        for entry in listed
        if entry.near.left_over == near.left_over
        and (entry.near.short, entry.sheet.total, entry.sheet.qualifies) == (1, total, False)
    ]
    return codes(tiles)


def _short_and_worth_too_little(near: WholeHand, reason: str, tiles: Sequence[str]) -> str:
    """Return how many tiles short a hand is, and why it would not win even so."""
    return say_many(
        "one tile short ({tiles}), but {reason}",
        "{number} tiles short ({tiles}), but {reason}",
        near.short,
        tiles=or_list(tiles),
        reason=reason,
    )


def _score_win(
    concealed: Sequence[int], hand: Hand, last: int, edition: Edition, situation: Situation
) -> ScoreSheet | None:
    """Return the score of these tiles beside the hand's melds, ``last`` drawn; None for no win."""
    try:
        whole = hand.again(concealed, last, edition.book.tiles.hand_tiles, EXACT_COUNT)
        return edition.scored(whole, Win(SELF_DRAW), situation)
    except HandError:
        return None
