"""What can go wrong between Python and the harness."""

from __future__ import annotations


class SmarttError(Exception):
    """Base of all errors of this package."""


class LauncherNotFound(SmarttError):
    """There is no launcher ``smartt``."""


class MissingPackage(SmarttError):
    """A function needs a package that is not installed."""


class RequestRefused(SmarttError):
    """The harness refused a request, or ended without a result.

    :ivar status: exit status of the launcher
    """

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status
