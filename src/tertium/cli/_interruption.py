"""Ctrl-C, `kill` and a closed terminal end the command within a second.

The first signal raises KeyboardInterrupt in the main thread: unfinished files are removed, the
progress bar is cleared, and workers end. A thread that watches for signals ends the process if a
second signal comes, or if the main thread takes too long, for example inside a library.
"""

import os
import sys
from _thread import allocate_lock, start_new_thread
from time import sleep
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import signal
else:
    # `signal` makes enums of all constants, which takes a third of a millisecond.
    import _signal as signal

# Seconds after a signal until the process is ended.
_PATIENCE = 0.8

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")

# Held by the thread that ends the process, so that the message is printed once.
_ending = allocate_lock()
_received: list[int] = []
_handled: list[int] = []


def listen() -> None:
    """Handle signals from now on, except those that the parent process ignores."""
    for name in _NAMES:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) not in (signal.SIG_IGN, None):
            signal.signal(number, _interrupt)
            _handled.append(number)
    sys.unraisablehook = _show_unraisable
    start_new_thread(_watch, (_wakeups(),))


def stop_listening() -> None:
    """Restore the default handling of signals, because the interpreter may be ending."""
    for number in _handled:
        signal.signal(number, signal.SIG_DFL)


def end_if_interrupted(error: BaseException) -> None:
    """End the process if a signal came, whichever exception it caused."""
    if _received:
        _end(_received[0], "" if isinstance(error, SystemExit) else "interrupted\n")


def _interrupt(number: int, _: object) -> None:
    _received.append(number)
    if len(_received) == 1:
        raise KeyboardInterrupt


def _wakeups() -> Any:
    """Return a function that waits for signals, which works while the main thread is busy."""
    if os.name == "nt":  # a pipe cannot be made non-blocking there
        import socket

        receiver, sender = socket.socketpair()
        sender.setblocking(False)
        signal.set_wakeup_fd(sender.detach(), warn_on_full_buffer=False)
        return lambda: receiver.recv(1)
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    return lambda: os.read(reader, 1)


def _watch(next_signal: Any) -> None:
    first = 0
    while True:
        (number,) = next_signal()
        if number not in _handled:
            continue
        if first:
            _end(first, "interrupted\n")
        first = number
        start_new_thread(_end_later, (number,))


def _end_later(number: int) -> None:
    sleep(_PATIENCE)
    _end(number, "interrupted\n")


def _end(number: int, message: str) -> None:
    """End the process at once; unfinished files and the progress bar are removed first."""
    _ending.acquire(timeout=_PATIENCE)
    # An import could wait for a lock of the main thread. A module that is not loaded has no files.
    writing = sys.modules.get("tertium.core.temporary_files")
    if writing is not None:
        writing.remove_all()
    if message:
        bar = sys.modules.get("rich.progress") is not None and os.isatty(2)
        # Clear the line, and show the cursor that a bar hides.
        os.write(2, (f"\r\x1b[2K\x1b[?25h{message}" if bar else message).encode())
    os._exit(128 + number)


def _show_unraisable(raised: Any) -> None:
    """Show an exception that Python cannot raise, unless it is the interruption."""
    if not (_received and issubclass(raised.exc_type, KeyboardInterrupt)):
        sys.__unraisablehook__(raised)
