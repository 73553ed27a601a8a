"""The one error that invalid input causes."""

from .sentence import Sentence


class InputError(ValueError):
    """Bad input, in one sentence: what is wrong, what was expected, what was found.

    Attributes:
        words: without the culprit's path, their moments as numbers, for who counts frames in another way.
        sentence: the same after the path.
        field: path of the culprit, such as ``character.bodies[2].mass``; empty when it is a file.
    """

    def __init__(self, message: str | Sentence, *, field: str = "") -> None:
        self.words = Sentence.of(message)
        self.sentence = Sentence.of(f"{field}: " if field else "", message)
        self.field = field
        super().__init__(str(self.sentence))
