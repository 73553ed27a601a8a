"""Sentences whose moments stay numbers on their way through the pipe."""

from solver.errors import InputError
from solver.messages import Error, Status, decode, encode
from solver.sentence import Moment, Sentence

LATE = Moment(12, 0.5)
SLIDES = Sentence.of("'foot {0}' slides 3 cm at ", LATE, ", with 'knee' straight")


def test_a_reader_counts_frames_as_he_likes() -> None:
    assert str(SLIDES) == "'foot {0}' slides 3 cm at frame 12 (0.50 s), with 'knee' straight"
    told = SLIDES.text(lambda moment: f"frame {moment.frame + 101}")
    assert told == "'foot {0}' slides 3 cm at frame 113, with 'knee' straight"
    both = Sentence.joined([SLIDES, Sentence.of("'hand' is low at ", Moment(3, 0.125))])
    assert str(both).endswith("straight; 'hand' is low at frame 3 (0.12 s)")
    assert both.moments == (LATE, Moment(3, 0.125))


def test_moments_come_through_the_pipe() -> None:
    error = InputError(Sentence.of("no value at ", LATE), field="job.constraints[0]")
    assert str(error) == "job.constraints[0]: no value at frame 12 (0.50 s)"
    message = decode(encode(Error.of(error.sentence, error.field)))
    assert message == Error(str(error), error.field, parts=error.sentence.parts)
    assert isinstance(message, Error)
    assert message.sentence == error.sentence
    plain = encode(Status.of(Sentence.of("nothing touches the ground")))
    assert plain == '{"type":"status","text":"nothing touches the ground"}'
