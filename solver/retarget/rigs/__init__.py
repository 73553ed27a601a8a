"""Parts of a transfer of one creature's motion to another, which ``transfer.py`` puts together.

stage           the source's poses in its creature frame, unrolled if they repeat
bend            the axis about which a limb bends, and axes that mean the same on both limbs
style           rotations of the target's bodies, and its root's path, before any goal
footing         where feet are: exactly in place while they stand
reach           where hands are: relative to the shoulder, to what they touch, and to each other
nearest_pose    the pose that joints allow, nearest to the style, with feet and hands at their goals
"""
