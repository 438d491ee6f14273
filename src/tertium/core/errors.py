"""Everything that can go wrong, as one tree.

TertiumError
├── UsageError              the request itself is wrong (exit code 2)
│   ├── UnknownMember       no metric, format, command ... of that name
│   └── ParameterError      a parameter that does not exist, or a value it cannot take
├── DataError               the data are wrong: names file, line, what was expected and found
│   ├── FormatError         a file that cannot be read as what it should be
│   │   └── OtherLanguages  a file that has nothing of the language pair that is wanted
│   └── AlignmentError      parts of a test set that do not fit together
└── MissingComponent        an optional package or a resource that is not installed

DataWarning                 the data are suspicious; says what that changes
"""

from collections.abc import Iterable

from tertium.core.plain import visible


class TertiumError(Exception):
    """Base of all errors a user can cause or cure.

    `hint` is a second sentence: what to do next.
    """

    exit_code = 1

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".rstrip()


class UsageError(TertiumError):
    """The request itself is wrong."""

    exit_code = 2


class UnknownMember(UsageError):
    """No member of that name in a folder of members."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        known = sorted(known)
        super().__init__(f"No {kind} named {name!r}.{did_you_mean(name, known)}")
        self.hint = f"Known: {', '.join(known)}."


class ParameterError(UsageError):
    """A parameter that does not exist, or a value it cannot take.

    Attributes:
        wanted: The values that it can take, in words; empty if it does not exist.
        value: The value that was given.
    """

    wanted = ""
    value: object = None

    @classmethod
    def unknown(cls, owner: str, name: str, known: Iterable[str]) -> "ParameterError":
        """There is no such parameter."""
        known = sorted(known)
        listed = ", ".join(known) if known else "none"
        return cls(
            f"{owner} has no parameter {name!r}.{did_you_mean(name, known)}",
            hint=f"Parameters: {listed}.",
        )

    @classmethod
    def bad_value(cls, owner: str, name: str, wanted: str, value: object) -> "ParameterError":
        """The parameter exists, but cannot take that value."""
        return cls.refused(f"The {name!r} parameter of {owner}", wanted, value)

    @classmethod
    def refused(cls, subject: str, wanted: str, value: object) -> "ParameterError":
        """The subject of the sentence cannot take that value."""
        error = cls(f"{subject} must be {wanted}. Got {shown(value)} instead.")
        error.wanted, error.value = wanted, value
        return error


class DataError(TertiumError):
    """The data are wrong.

    `where` is file and line, as an editor understands them; `check` names the check that found
    it, where passing over it can be allowed.
    """

    def __init__(self, message: str, *, where: str = "", hint: str = "", check: str = "") -> None:
        super().__init__(f"{visible(where)}: {message}" if where else message, hint=hint)
        self.where = where
        self.check = check


class FormatError(DataError):
    """A file that cannot be read as what it should be."""


class OtherLanguages(FormatError):
    """A file that has nothing of the language pair that is wanted."""


class AlignmentError(DataError):
    """Parts of a test set that do not fit together."""


class MissingComponent(TertiumError):
    """An optional package or a resource that is not installed."""

    @classmethod
    def extra(cls, purpose: str, package: str, extra: str) -> "MissingComponent":
        """The package comes with an extra of tertium."""
        return cls(
            f"{purpose} needs the package {package!r}, which is not installed.",
            hint=f"Install it with: pip install 'tertium[{extra}]'",
        )


class DataWarning(UserWarning):
    """The data are suspicious; says what that changes.

    It holds a sentence, or a notice that is worded when the warning is shown.
    """

    def __str__(self) -> str:
        return str(self.args[0])


# Characters of a value that a message repeats.
_SHOWN = 60


def shown(value: object) -> str:
    """Give a value as it is written; the beginning of a long one."""
    if isinstance(value, int) and value.bit_length() > 4 * _SHOWN:
        return "a whole number of more than 60 digits"  # whose digits Python may refuse to write
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Give the sentence that offers the nearest known name, empty if none is near."""
    from difflib import get_close_matches

    known = list(known)
    hyphenated = name.replace("_", "-")
    near = [hyphenated] if hyphenated in known else get_close_matches(name, known, n=1)
    return f" Did you mean {near[0]!r}?" if near else ""
