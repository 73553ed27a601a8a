"""Physics-based character animation by spacetime optimization, independent of Blender.

Glossary, used by every docstring of this package.

Letters
    N   frames of the clip (the knots of the optimisation); a cycle's frame N is frame 0 moved by T
    E   extended frames: the clip's frames and the ones that the equations of motion touch outside it
    n   degrees of freedom; q: (N, n) metres for root translations, radians for angles
    B   rigid bodies, J joints between them, C contact points, P tracked points
    h   time step [s] between frames

Frames and units
    SI units (m, kg, s, rad, N), world axes as Blender's: right-handed, Z up. Quaternions are w x y z.
    A character is described in its rest pose, in world space; q = 0 turns every joint to the rest pose.
    ``position`` of a body is its centre of mass, ``orientation`` turns its ellipsoid's axes to the world.

Data's path: Job -> Problem -> Solution -> Clip (-> ClipStore), each an immutable value.
"""

__version__ = "0.1.0"
