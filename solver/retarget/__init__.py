"""One motion for any creature (Hecker et al. 2008): recorded by meaning, played on bodies unknown when it was made.

Creature frame: origin on the ground below the rest position of the root body, X forward, Y left, Z up [m]. A creature
walks by moving this frame through the world; channels move its bodies within it.

    query       which bodies a channel moves, in words
    channel     a query, movement modes and curves
    action      channels, and when it is played
    binding     an action on one creature: its bodies, variants and owners
    goals       where bodies shall be, which inverse kinematics poses
"""
