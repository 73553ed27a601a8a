"""Solving, and the preferences."""

WORDS = {
    "Solver Python": "Python des Lösers",
    "Python program that solves motions; empty is the one that comes with Blender. Another one needs numpy, "
    "scipy, sympy and cyipopt": (
        "Python-Programm, das Bewegungen löst; leer ist das von Blender. Ein anderes braucht numpy, scipy, sympy "
        "und cyipopt"
    ),
    "Patience": "Geduld",
    "A solver that says nothing for this long is stopped": "Ein Löser, der so lange nichts sagt, wird angehalten",
    "Stop solving and keep the best motion found so far, or take a waiting motion off the list": (
        "Hört auf zu lösen und behält die beste Bewegung bisher, oder nimmt eine wartende von der Liste"
    ),
    "Place in Line": "Platz in der Reihe",
    "0 is being solved, 1 is next": "0 wird gelöst, 1 kommt als Nächstes",
    "Ask the chosen Python whether it can solve motions, and tell what it answers": (
        "Fragt das gewählte Python, ob es Bewegungen lösen kann, und sagt, was es antwortet"
    ),
    "Wait": "Warten",
    "Wait for the answer; for scripts": "Wartet auf die Antwort; für Skripte",
    "Jump to the frame at which the motion cannot be, and select the bone that is meant": (
        "Springt zu dem Bild, an dem die Bewegung nicht möglich ist, und wählt den gemeinten Knochen aus"
    ),
    "Find a physical motion in the background and show it on a ghost; your own action is kept. While one "
    "motion is being solved, others wait in line": (
        "Findet im Hintergrund eine physikalische Bewegung und zeigt sie an einem Geist; die eigene Action "
        "bleibt. Während eine Bewegung gelöst wird, warten weitere in der Reihe"
    ),
    "Accept": "Annehmen",
    "Give the motion to the character at once instead of its ghost; for scripts": (
        "Gibt die Bewegung sofort der Figur statt ihrem Geist; für Skripte"
    ),
    "Guess Contacts": "Kontakte erraten",
    "First find from your animation when contacts touch; only where it is followed": (
        "Findet zuerst aus der eigenen Animation, wann Kontakte berühren; nur wenn ihr gefolgt wird"
    ),
}
