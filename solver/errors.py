"""The one error that invalid input causes."""

from .sentence import Sentence


class InputError(ValueError):
    """Bad input, in one sentence: what is wrong, what was expected, what was found.

    Attributes:
        words: the sentence without the path, with its moments as numbers, so that frames can be counted differently.
        sentence: the same, preceded by the path.
        field: path of the culprit, such as ``character.bodies[2].mass``; empty if it is a file.
    """

    def __init__(self, message: str | Sentence, *, field: str = "") -> None:
        self.words = Sentence.of(message)
        self.sentence = Sentence.of(f"{field}: " if field else "", message)
        self.field = field
        super().__init__(str(self.sentence))
