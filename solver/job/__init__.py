"""What is asked for: one Job and all that it can hold, plain values that know nothing of how they are solved."""
