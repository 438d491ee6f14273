"""Ctrl-C, `kill` and a closed terminal: the command ends within a second and leaves nothing behind.

The first signal raises KeyboardInterrupt in the main thread, wherever that is: files that are being
written are removed, a progress bar is cleared, workers end. A thread that only watches for signals
ends the process if a second signal comes, or if the first one takes too long, say because a library
does not return.
"""

import os
import signal
import sys
from _thread import allocate_lock, start_new_thread
from time import sleep
from typing import Any

# Seconds after a signal at which the process ends, whatever it is doing.
_PATIENCE = 0.8

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")

# Held by the thread that ends the process, so that it says so once.
_ending = allocate_lock()
_heard: list[int] = []
_listened: list[int] = []


def listen() -> None:
    """Hear signals from now on, but for those that whoever started the command had ignored."""
    for name in _NAMES:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) not in (signal.SIG_IGN, None):
            signal.signal(number, _interrupt)
            _listened.append(number)
    sys.unraisablehook = _show_unraisable
    start_new_thread(_watch, (_wakeups(),))


def stop_listening() -> None:
    """Let a signal end the process as the system does; the interpreter may be ending already."""
    for number in _listened:
        signal.signal(number, signal.SIG_DFL)


def end_if_interrupted(error: BaseException) -> None:
    """End the process if a signal was heard, whatever exception that has become on its way."""
    if _heard:
        _end(_heard[0], "" if isinstance(error, SystemExit) else "interrupted\n")


def _interrupt(number: int, _: object) -> None:
    _heard.append(number)
    if len(_heard) == 1:
        raise KeyboardInterrupt


def _wakeups() -> Any:
    """Give the function that waits for signals; they come even while the main thread is busy."""
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
        if number not in _listened:
            continue
        if first:
            _end(first, "interrupted\n")
        first = number
        start_new_thread(_end_later, (number,))


def _end_later(number: int) -> None:
    sleep(_PATIENCE)
    _end(number, "interrupted\n")


def _end(number: int, message: str) -> None:
    """End the process without waiting for anything, but leave no file and no bar behind."""
    _ending.acquire(timeout=_PATIENCE)
    # Importing could wait for a lock of the main thread; what was never loaded has no files.
    writing = sys.modules.get("tertium.core.temporary_files")
    if writing is not None:
        writing.remove_all()
    if message:
        bar = sys.modules.get("rich.progress") is not None and os.isatty(2)
        # Clear the line, and show the cursor that a bar hides.
        os.write(2, (f"\r\x1b[2K\x1b[?25h{message}" if bar else message).encode())
    os._exit(128 + number)


def _show_unraisable(raised: Any) -> None:
    """Keep quiet about an interruption that fell into a place from which nothing is raised."""
    if not (_heard and issubclass(raised.exc_type, KeyboardInterrupt)):
        sys.__unraisablehook__(raised)
