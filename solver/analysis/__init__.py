"""Analysis of motions: heading, gait, cost, contacts, and pictures of poses."""
