"""Physics-based character animation by spacetime optimization, independent of Blender.

Glossary, used by every docstring of this package.

Letters
    N   frames of the clip (the knots of the optimization); frame N of a cycle is frame 0 transformed by T
    E   extended frames: those of the clip and those outside that the equations of motion use
    n   degrees of freedom; q: (N, n) meters for root translations, radians for angles
    B   rigid bodies, J joints between them, C contact points, P tracked points
    h   time step [s] between frames

Frames and units
    SI units (m, kg, s, rad, N); world axes as in Blender: right-handed, Z up. Quaternions are w x y z.
    A character is described in its rest pose, in world space; q = 0 is the rest pose of every joint.
    ``position`` of a body is its center of mass, ``orientation`` the rotation of its ellipsoid's axes in the world.

Data flow: Job -> Problem -> Solution -> Clip (-> ClipStore), each an immutable value.
"""

__version__ = "0.1.0"
