"""Records to JSON and back, whatever their fields."""

from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from solver.errors import InputError
from solver.record import from_json, json_schema, to_json


@dataclass(frozen=True)
class Round:
    """A wheel."""

    kind: ClassVar[str] = "round"
    radius: float


@dataclass(frozen=True)
class Square:
    """A bad wheel."""

    kind: ClassVar[str] = "square"
    side: float = 1.0


@dataclass(frozen=True)
class Cart:
    """Something on wheels.

    With a second paragraph that no schema needs.
    """

    name: str
    wheels: tuple[Round | Square, ...] = ()
    size: tuple[float, float] = (1.0, 2.0)
    seats: int = 2
    is_red: bool = False
    spare: Round | None = None
    grid: tuple[tuple[int, int], ...] = ()


FULL = Cart("c", (Round(0.3), Square()), (3.0, 4.5), 4, True, Round(0.2), ((1, 2), (3, 4)))


def test_there_and_back() -> None:
    data = to_json(FULL)
    assert data == {
        "name": "c",
        "wheels": [{"kind": "round", "radius": 0.3}, {"kind": "square", "side": 1.0}],
        "size": [3.0, 4.5],
        "seats": 4,
        "is_red": True,
        "spare": {"kind": "round", "radius": 0.2},
        "grid": [[1, 2], [3, 4]],
    }
    assert from_json(Cart, data) == FULL
    assert from_json(Cart, {"name": "c"}) == Cart("c")


def test_whole_numbers_pass_as_numbers() -> None:
    size = from_json(Cart, {"name": "c", "size": [1, 2]}).size
    assert size == (1.0, 2.0)
    assert all(isinstance(value, float) for value in size)


@pytest.mark.parametrize(
    ("change", "told", "field"),
    [
        ({"name": None}, "expected a text, found None", "cart.name"),
        ({"nam": "x"}, "unknown field 'nam', did you mean 'name'?", "cart"),
        ({"zzz": "x"}, "unknown field 'zzz'; Cart has name, wheels,", "cart"),
        ({"seats": 2.0}, "expected a whole number, found 2.0", "cart.seats"),
        ({"seats": True}, "expected a whole number, found True", "cart.seats"),
        ({"is_red": 1}, "expected true or false, found 1", "cart.is_red"),
        ({"size": [1.0]}, "expected 2 values, found 1", "cart.size"),
        ({"size": [1.0, float("nan")]}, "expected a finite number, found nan", "cart.size[1]"),
        ({"size": [1.0, float("inf")]}, "expected a finite number, found inf", "cart.size[1]"),
        ({"wheels": {}}, "expected a list, found {}", "cart.wheels"),
        ({"wheels": [{"radius": 1}]}, "'kind' is one of round, square, found None", "cart.wheels[0]"),
        ({"wheels": [{"kind": "oval"}]}, "found 'oval'", "cart.wheels[0]"),
        ({"wheels": ["round"]}, "found 'round'", "cart.wheels[0]"),
        ({"wheels": [{"kind": ["round"]}]}, "found ['round']", "cart.wheels[0]"),
        ({"wheels": [{"kind": "round"}]}, "the field 'radius' is missing", "cart.wheels[0]"),
        ({"wheels": [{"kind": "square", "side": "x" * 99}]}, "...", "cart.wheels[0].side"),
        ({"spare": 3}, "expected an object whose 'kind' is one of round, found 3", "cart.spare"),
        ({"grid": [[1, 2], [3]]}, "expected 2 values, found 1", "cart.grid[1]"),
        ({"grid": [[1, 2], [3, "4"]]}, "expected a whole number, found '4'", "cart.grid[1][1]"),
    ],
)
def test_refusals(change: dict[str, Any], told: str, field: str) -> None:
    with pytest.raises(InputError) as caught:
        from_json(Cart, {"name": "c"} | change)
    assert told in str(caught.value)
    assert caught.value.field == field


def test_optional_record_with_its_kind() -> None:
    """What ``to_json`` writes of an optional record, ``from_json`` reads."""
    assert from_json(Cart, to_json(Cart("c", spare=Round(1.0)))).spare == Round(1.0)


def test_schema() -> None:
    schema = json_schema(Cart)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    cart = schema["$defs"]["Cart"]
    assert schema["$ref"] == "#/$defs/Cart"
    assert cart["description"] == "Something on wheels."
    assert cart["required"] == ["name"]
    assert cart["additionalProperties"] is False
    assert cart["properties"]["seats"] == {"type": "integer", "minimum": -1e12, "maximum": 1e12}
    assert cart["properties"]["size"]["minItems"] == cart["properties"]["size"]["maxItems"] == 2
    assert cart["properties"]["spare"] == {"anyOf": [{"$ref": "#/$defs/Round"}, {"type": "null"}]}
    assert schema["$defs"]["Round"]["required"] == ["kind", "radius"]
    assert schema["$defs"]["Square"]["properties"]["kind"] == {"const": "square"}
