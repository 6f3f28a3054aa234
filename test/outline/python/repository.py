import abc
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar, overload

T = TypeVar("T", bound="Entity")
type Pair[A] = tuple[A, A]


@dataclass(frozen=True, slots=True)
class Entity:
    """Anything with an id."""

    id: int
    tags: list[str] = field(default_factory=list)


class Clock(Protocol):
    def now(self) -> float: ...


class Repository(Generic[T], metaclass=abc.ABCMeta):
    MAX_ROWS = 500

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    @overload
    def find(self, key: int) -> T: ...
    @overload
    def find(self, key: str) -> list[T]: ...
    def find(self, key):
        return self._rows[key]

    @property
    def size(self) -> int:
        '''How many rows there are.'''
        return len(self._rows)

    @classmethod
    @abc.abstractmethod
    async def open(cls, path: str, /) -> "Repository[T]": ...

    class Closed(Exception):
        code = 7
