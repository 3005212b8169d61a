"""The transposition table: bounds of positions at the start of a trick, under a key of relative ranks.

The key is exact, not a hash: for each suit who holds its lowest, second lowest … card still out, who leads, whether
spades are broken, and the state of the outcome automaton. So positions that differ only in the ranks that are gone
share an entry, also between worlds. An entry is four int64: two of owners, one of what it is for, one of bounds.
"""

from __future__ import annotations

from .compiled import part
from .solver_state import BROKEN, LEADER, LEFT, OWNERS, SLOT, STATE, Numbers

OWNER_BITS = 27
LEADER_SHIFT, BROKEN_SHIFT = 2 * OWNER_BITS, 2 * OWNER_BITS + 2
CARD_BITS, LEFT_BITS, STATE_BITS = 6, 4, 12
STATE_SHIFT = CARD_BITS + LEFT_BITS
STAMP_SHIFT = STATE_SHIFT + STATE_BITS
"""The third word: from the top the stamp of the outcome table, the state, the tricks left, the best card's number."""
NO_CARD = 63
UNBOUND_LOW, UNBOUND_HIGH = -(1 << 31), (1 << 31) - 1


@part
def find_entry(tricks: Numbers, memory: Numbers, trick: int, stamp: int) -> bool:
    """Look the position up: is it there? Its slot, or the one to put it into, is left in SLOT."""
    first, second = _key(tricks, trick)
    wanted = stamp << STATE_BITS | tricks[trick, STATE]
    mix = (first ^ (second * 0x2545F4914F6CDD1D) ^ (tricks[trick, STATE] << 40)) * 0x27D4EB2F165667C5
    slot = (mix ^ (mix >> 31)) & (memory.shape[0] - 1)
    for near in (slot, slot ^ 1):
        if memory[near, 0] == first and memory[near, 1] == second and memory[near, 2] >> STATE_SHIFT == wanted:
            tricks[trick, SLOT] = near
            return True
    tricks[trick, SLOT] = slot if _is_cheaper(memory, slot, stamp) else slot ^ 1
    return False


@part
def _key(tricks: Numbers, trick: int) -> tuple[int, int]:
    first = tricks[trick, OWNERS] | tricks[trick, OWNERS + 1] << OWNER_BITS
    second = tricks[trick, OWNERS + 2] | tricks[trick, OWNERS + 3] << OWNER_BITS
    return first, second | tricks[trick, LEADER] << LEADER_SHIFT | tricks[trick, BROKEN] << BROKEN_SHIFT


@part
def _is_cheaper(memory: Numbers, slot: int, stamp: int) -> bool:
    """Is this one of the pair the one to lose: of another table, or with no more tricks under it?"""
    one, other = memory[slot, 2], memory[slot ^ 1, 2]
    if one >> STAMP_SHIFT != stamp or other >> STAMP_SHIFT != stamp:
        return bool(one >> STAMP_SHIFT != stamp)
    return bool((one >> CARD_BITS) & 15 <= (other >> CARD_BITS) & 15)


@part
def read_entry(memory: Numbers, slot: int) -> tuple[int, int, int]:
    """What is known of an entry: least and most the rest can come to, and the number of its best card."""
    bounds = memory[slot, 3]
    high = bounds & 0xFFFFFFFF
    return bounds >> 32, high if high < 1 << 31 else high - (1 << 32), memory[slot, 2] & NO_CARD


@part
def write_entry(tricks: Numbers, memory: Numbers, trick: int, stamp: int, low: int, high: int, card: int) -> None:
    """Put bounds of the position at the start of a trick into the slot that `find_entry` left, narrowing its own."""
    slot = tricks[trick, SLOT]
    first, second = _key(tricks, trick)
    wanted = stamp << STATE_BITS | tricks[trick, STATE]
    if memory[slot, 0] == first and memory[slot, 1] == second and memory[slot, 2] >> STATE_SHIFT == wanted:
        known_low, known_high, known_card = read_entry(memory, slot)
        low, high = max(low, known_low), min(high, known_high)
        card = known_card if card == NO_CARD else card
    memory[slot, 0], memory[slot, 1] = first, second
    memory[slot, 2] = (wanted << LEFT_BITS | tricks[trick, LEFT]) << CARD_BITS | card
    memory[slot, 3] = low << 32 | (high & 0xFFFFFFFF)
