"""The one way in which files are written: wholly, or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import tempfile
import time
import zlib
from pathlib import Path

from core.formats.errors import CannotWrite
from core.text import QT_TRANSLATE_NOOP, Message, message

_REASONS = {
    errno.ENOENT: QT_TRANSLATE_NOOP("Errors", "there is no such file or folder. Choose another place."),
    errno.ENOTDIR: QT_TRANSLATE_NOOP("Errors", "part of the path is not a folder. Choose another place."),
    errno.EEXIST: QT_TRANSLATE_NOOP("Errors", "there is a file of that name. Choose another name."),
    errno.EISDIR: QT_TRANSLATE_NOOP("Errors", "it is no ordinary file. Choose another name."),
    errno.EACCES: QT_TRANSLATE_NOOP("Errors", "you may not, or it is read-only. Choose another place."),
    errno.ENOSPC: QT_TRANSLATE_NOOP("Errors", "the disk is full. Make room, or choose another place."),
    errno.EFBIG: QT_TRANSLATE_NOOP("Errors", "files there may not become so large. Choose another place."),
    errno.ELOOP: QT_TRANSLATE_NOOP("Errors", "the link leads round in a circle. Choose the file itself."),
    errno.ENAMETOOLONG: QT_TRANSLATE_NOOP("Errors", "the name is too long. Choose a shorter one."),
}
_SAME = {errno.EPERM: errno.EACCES, errno.EROFS: errno.EACCES, errno.EDQUOT: errno.ENOSPC}
_DAY = 24 * 60 * 60
_OTHER = QT_TRANSLATE_NOOP("Errors", "the system says “{reason}”. Choose another place.")


def os_reason(error: Exception) -> Message:
    """Return in words why a file could not be read or written, and what to do."""
    if isinstance(error, IsADirectoryError):
        return message("Errors", _REASONS[errno.EISDIR])
    number = getattr(error, "errno", None)
    number = _SAME.get(number, number) if number is not None else None
    if number in _REASONS:
        return message("Errors", _REASONS[number])
    return message("Errors", _OTHER, reason=getattr(error, "strerror", None) or str(error))


def write_atomically(path: str | os.PathLike[str], data: bytes, *, mode: int | None = None) -> None:
    """Write `data` to `path`: a symbolic link is followed, the mode kept, and a failure leaves the old file.

    Parameters
    ----------
    path : str or os.PathLike
    data : bytes
    mode : int, optional
        That of a new file; the usual one without. To ask for that one concerns the whole process: only the
        main thread may do without.

    Raises
    ------
    CannotWrite
    """
    try:
        target = Path(os.path.realpath(path))
        _replace(target, data, _mode_of(target, mode))
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the path
        raise CannotWrite(path=os.fspath(path), reason=os_reason(error)) from error


def _mode_of(target: Path, mode: int | None) -> int:
    """Return the mode the file gets; refuse what is no ordinary file, or read-only."""
    try:
        status = target.lstat()
    except FileNotFoundError:
        if mode is not None:
            return mode
        umask = os.umask(0)
        os.umask(umask)
        return 0o666 & ~umask
    if stat.S_ISLNK(status.st_mode):  # realpath stops at a circle
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    if not stat.S_ISREG(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not status.st_mode & stat.S_IWUSR or not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return stat.S_IMODE(status.st_mode)


def _replace(target: Path, data: bytes, mode: int) -> None:
    prefix = f".tsbx-{zlib.crc32(os.fsencode(target.name)):08x}-"  # so that leftovers are known again
    handle, name = tempfile.mkstemp(prefix=prefix, dir=target.parent)
    beside = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        _give_to_owner_of(target, beside)
        beside.chmod(mode)
        beside.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise
    with contextlib.suppress(OSError):  # Windows has no handle on a folder
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    _tidy(target.parent, prefix)


def _tidy(folder: Path, prefix: str) -> None:
    """Take away what saves of the same file that were killed had begun: by its name, and by a day or more."""
    with contextlib.suppress(OSError):
        for begun in folder.glob(f"{prefix}*"):
            if time.time() - begun.lstat().st_mtime > _DAY:
                begun.unlink()


def _give_to_owner_of(target: Path, beside: Path) -> None:
    """Let a file belong to whom the old one did, as far as we may: others of its group need it, too."""
    with contextlib.suppress(OSError, AttributeError):  # no old file; Windows has no owners of this kind
        old = target.stat()
        os.chown(beside, -1, old.st_gid)
        os.chown(beside, old.st_uid, -1)
