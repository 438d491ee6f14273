"""The exceptions of tertium.

TertiumError
├── UsageError              the request itself is wrong (exit code 2)
│   ├── UnknownMember       no metric, format, command ... has that name
│   └── ParameterError      an unknown parameter, or a value that it cannot take
├── DataError               the data are wrong: names the file and line, the expected and the actual
│   ├── FormatError         a file cannot be read in its format
│   │   └── OtherLanguages  a file has no data of the requested language pair
│   └── AlignmentError      parts of a test set do not match
├── StorageError            a database cannot be used now; its code names the reason
└── MissingComponent        an optional package or a resource is not installed

DataWarning                 the data are suspicious; the message says what this changes
"""

from collections.abc import Iterable

from tertium.core.formatting import visible


class TertiumError(Exception):
    """Base of all errors that a user can cause or fix.

    `hint` is a second sentence, which says what to do next.
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
    """No member has that name."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        known = sorted(known)
        super().__init__(f"No {kind} named {name!r}.{did_you_mean(name, known)}")
        self.hint = f"Known: {', '.join(known) or 'none'}."


class ParameterError(UsageError):
    """An unknown parameter, or a value that it cannot take.

    Attributes:
        wanted: The values that the parameter can take, in words; empty if it does not exist.
        value: The value that was given.
    """

    wanted = ""
    value: object = None

    @classmethod
    def unknown(cls, owner: str, name: str, known: Iterable[str]) -> "ParameterError":
        """The parameter does not exist."""
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

    `where` is file and line, in the form that editors understand. `check` names the check that
    found the error, if the user can allow it.
    """

    def __init__(self, message: str, *, where: str = "", hint: str = "", check: str = "") -> None:
        super().__init__(f"{visible(where)}: {message}" if where else message, hint=hint)
        self.where = where
        self.check = check


class FormatError(DataError):
    """A file cannot be read in its format."""


class OtherLanguages(FormatError):
    """A file has no data of the requested language pair."""


class AlignmentError(DataError):
    """Parts of a test set do not match."""


class StorageError(TertiumError):
    """A database cannot be used now; what it has acknowledged is stored.

    Attributes:
        code: The reason in one word: "locked", "corrupt", "read-only", "full", "unreachable",
            "missing", "newer" (than this version of tertium), "foreign" (not of tertium), "closed"
            or "failed".
    """

    def __init__(self, message: str, *, code: str, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.code = code


class MissingComponent(TertiumError):
    """An optional package or a resource is not installed."""

    @classmethod
    def extra(cls, purpose: str, package: str, extra: str) -> "MissingComponent":
        """Name the extra of tertium that installs a package."""
        return cls(
            f"{purpose} needs the package {package!r}, which is not installed.",
            hint=f"Install it with: pip install 'tertium[{extra}]'",
        )


class DataWarning(UserWarning):
    """The data are suspicious; the message says what this changes.

    Its argument is a sentence, or a notice that is worded when the warning is shown.
    """

    def __str__(self) -> str:
        return str(self.args[0])


# Largest number of characters of a value in a message.
_SHOWN = 60


def shown(value: object) -> str:
    """Format a value as Python does, shortened if it is long."""
    if isinstance(value, int) and value.bit_length() > 4 * _SHOWN:
        return "a whole number of more than 60 digits"  # Python may refuse to format it
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Suggest the most similar known name in a sentence; empty if no name is similar."""
    from difflib import get_close_matches

    known = list(known)
    hyphenated = name.replace("_", "-")
    near = [hyphenated] if hyphenated in known else get_close_matches(name, known, n=1)
    return f" Did you mean {near[0]!r}?" if near else ""
