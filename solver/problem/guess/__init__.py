"""The initial guess of a solve."""
