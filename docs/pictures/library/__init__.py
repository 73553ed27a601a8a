"""What the motion library can do, from what `make library` leaves."""
