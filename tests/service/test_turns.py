"""Who is served first where there is more to do than threads."""

from __future__ import annotations

import asyncio

from scorer.service.wsgi.turns import Turns


def test_of_those_who_wait_the_shortest_comes_first() -> None:
    served: list[float] = []

    async def one(turns: Turns, seconds: float) -> None:
        async with turns.place(seconds):
            served.append(seconds)
            await asyncio.sleep(0)

    async def all_at_once() -> None:
        turns = Turns(1)
        await asyncio.gather(*(one(turns, seconds) for seconds in (5, 3, 4, 0.1, 3)))

    asyncio.run(all_at_once())
    assert served == [5, 0.1, 3, 3, 4]


def test_there_are_never_more_than_places() -> None:
    now = most = 0

    async def one(turns: Turns) -> None:
        nonlocal now, most
        async with turns.place(1):
            now += 1
            most = max(most, now)
            await asyncio.sleep(0.001)
            now -= 1

    async def all_at_once() -> None:
        turns = Turns(3)
        await asyncio.gather(*(one(turns) for _ in range(20)))

    asyncio.run(all_at_once())
    assert (now, most) == (0, 3)


def test_a_place_is_not_lost_with_those_who_go_away() -> None:
    async def scenario() -> None:
        turns = Turns(1)

        async def hold() -> None:
            async with turns.place(1):
                await asyncio.sleep(60)

        holder = asyncio.create_task(hold())
        await asyncio.sleep(0)
        waiting = [asyncio.create_task(hold()) for _ in range(3)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        holder.cancel()
        await asyncio.sleep(0)
        # The place is given to the second, who goes away before it is told.
        waiting[1].cancel()
        await asyncio.sleep(0.01)
        waiting[2].cancel()
        await asyncio.wait([holder, *waiting])
        async with asyncio.timeout(5), turns.place(1):
            pass

    asyncio.run(scenario())
