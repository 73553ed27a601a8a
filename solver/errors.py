"""The one error that a user's input can cause."""


class InputError(ValueError):
    """Bad input, told in one sentence: what is wrong, what was expected, what was found.

    Attributes:
        field: path of the culprit, such as ``character.bodies[2].mass``; empty when it is a file.
    """

    def __init__(self, message: str, *, field: str = "") -> None:
        super().__init__(f"{field}: {message}" if field else message)
        self.field = field
