"""The flags of a command are the fields of its request."""

import argparse

import pytest

from solver.cli import parser
from solver.commands.explore_request import BetweenRequest
from solver.commands.flags import request_of
from solver.commands.library_request import CoverageRequest, WalkRequest
from solver.errors import InputError


def test_every_flag_says_what_it_is() -> None:
    commands = next(action for action in parser()._actions if isinstance(action, argparse._SubParsersAction))
    for name, command in commands.choices.items():
        assert not [each.dest for each in command._actions if not each.help], name


def test_a_flag_may_be_repeated_and_keeps_its_type() -> None:
    words = "walk graph.json --out out --through 0 0 --through 4 1 --speed 1.2 --physical"
    asked = WalkRequest("graph.json", "out", curve=((0.0, 0.0), (4.0, 1.0)), speed=1.2, is_physical=True)
    assert request_of(WalkRequest, parser().parse_args(words.split())) == asked
    words = "between a.npz b.npz --out out --share 0.2 --share 0.4 --body hand"
    asked = BetweenRequest("a.npz", "b.npz", "out", (0.2, 0.4), ("hand",))
    assert request_of(BetweenRequest, parser().parse_args(words.split())) == asked
    plain = request_of(BetweenRequest, parser().parse_args(["between", "a.npz", "b.npz", "--out", "out"]))
    assert plain.shares == (0.5,)
    words = "coverage graph.json --clips a.npz b.npz"
    assert request_of(CoverageRequest, parser().parse_args(words.split())).clips == ("a.npz", "b.npz")
    with pytest.raises(InputError, match="invalid choice: 'luck'"):
        parser().parse_args(["variations", "job.json", "--out", "out", "--by", "luck"])


@pytest.mark.parametrize("name", ["live", "keep", "compare", "estimate"])
def test_requests_of_documents_alone_are_no_commands(name: str) -> None:
    with pytest.raises(InputError, match=f"invalid choice: '{name}'"):
        parser().parse_args([name, "--out", "out"])
