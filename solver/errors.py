"""The error raised for invalid input."""

from .sentence import Sentence


class InputError(ValueError):
    """Invalid input, in one sentence: what is wrong, what was expected, what was found.

    Attributes:
        words: the sentence without the path, with moments as data, so that programs can count frames differently.
        sentence: the same, preceded by the path.
        field: path of the culprit, such as ``character.bodies[2].mass``; empty for a file.
    """

    def __init__(self, message: str | Sentence, *, field: str = "") -> None:
        self.words = Sentence.of(message)
        self.sentence = Sentence.of(f"{field}: " if field else "", message)
        self.field = field
        super().__init__(str(self.sentence))
