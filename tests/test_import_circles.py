"""No module imports another in a circle, imports inside functions and for types alone included."""

import pytest

from tests.support.imports import LEVEL_OF, circles, import_graph, part


@pytest.mark.parametrize("folder", ["solver", "addon"])
def test_no_modules_import_each_other_in_a_circle(folder):
    assert circles(import_graph(folder)) == []


def test_a_circle_is_seen():
    assert circles({"a": ["b"], "b": ["c"], "c": ["a"], "d": ["a"]}) == [["a", "b", "c"]]


def test_rooms_of_one_level_do_not_import_each_other_in_a_circle():
    edges = set()
    for name, targets in import_graph("solver").items():
        edges |= {(part(name.split(".")), part(target.split("."))) for target in targets}
    assert not {(a, b) for a, b in edges if a < b and (b, a) in edges and LEVEL_OF.get(a) != 0}
