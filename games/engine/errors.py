"""The errors of the engine: whatever it refuses, it refuses with one of these."""


class EngineError(ValueError):
    """Base of every error the engine raises on purpose; its text says what was wrong."""


class BadCard(EngineError):
    """A text or number that is no card."""


class BadAction(EngineError):
    """An object that is no action."""


class BadRules(EngineError):
    """An option of a rule set that is missing, unknown, out of range or contradicts another; `option` names it."""

    def __init__(self, option: str, text: str) -> None:
        super().__init__(text)
        self.option = option


class BadCanon(EngineError):
    """A value that canonical JSON cannot write, or bytes that are not canonical JSON."""


class BadHex(EngineError):
    """A text that is not lower-case hex of the length wanted."""


class BadShuffle(EngineError):
    """A part of a shuffle of the wrong length or kind; `field` names it."""

    def __init__(self, field: str, text: str) -> None:
        super().__init__(text)
        self.field = field


class BadEvent(EngineError):
    """An event that does not follow from the state it is folded into; `field` names what is wrong with it."""

    def __init__(self, field: str, text: str) -> None:
        super().__init__(text)
        self.field = field


class WrongScore(BadEvent):
    """A `hand_end` or `match_end` whose numbers are not those of the rules."""


class BadDump(EngineError):
    """Data that `dump` did not write."""


class BadTranscript(EngineError):
    """A line of a transcript that is not of the format; `line` counts from 0, `field` names what is wrong."""

    def __init__(self, field: str, text: str, line: int | None = None) -> None:
        super().__init__(text)
        self.field = field
        self.line = line


class BadKeys(EngineError):
    """A list of public keys that cannot be read."""
