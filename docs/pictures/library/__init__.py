"""Pictures of the motion library, from the results of `make library`."""
