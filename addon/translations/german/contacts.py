"""Contacts and their phases."""

WORDS = {
    "Start": "Anfang",
    "When the contact begins: 0 is the start of the motion, 1 its end": (
        "Wann der Kontakt beginnt: 0 ist der Anfang der Bewegung, 1 ihr Ende"
    ),
    "Duration": "Dauer",
    "How long the contact lasts, as a share of the motion. In a cycle it may run past the end": (
        "Wie lange der Kontakt dauert, als Anteil an der Bewegung. In einem Zyklus darf er über das Ende "
        "hinausgehen"
    ),
    "On": "Auf",
    "The object whose top is touched, as a step; none is the ground. Its bounding box counts": (
        "Das Objekt, dessen Oberseite berührt wird, etwa eine Stufe; keines ist der Boden. Es zählt sein Hüllquader"
    ),
    "Name": "Name",
    "What this contact is called, as heel.L": "Wie dieser Kontakt heißt, etwa heel.L",
    "Show": "Zeigen",
    "Show all of this contact": "Zeigt alles von diesem Kontakt",
    "Bone": "Knochen",
    "The bone whose body touches the ground here": "Der Knochen, dessen Körper hier den Boden berührt",
    "Point": "Punkt",
    "Where it touches, in the armature's own space in the rest pose": (
        "Wo er berührt, im Raum der Armatur in der Ruhelage"
    ),
    "Friction": "Reibung",
    "Grip of this contact: 0.8 is a shoe on a floor, 0.1 is ice": (
        "Haftung dieses Kontakts: 0,8 ist ein Schuh auf dem Fußboden, 0,1 ist Eis"
    ),
    "Patch Size": "Fläche",
    "Size of the patch that keeps the contact from twisting on the ground; 0 is a bare point. In metres of "
    "the world": (
        "Größe der Fläche, die verhindert, dass sich der Kontakt auf dem Boden dreht; 0 ist ein bloßer Punkt. In "
        "Metern der Welt"
    ),
    "Lift": "Anheben",
    "How high this point must rise in the middle of each swing; 0 asks for nothing. In metres of the world": (
        "Wie hoch sich dieser Punkt in der Mitte jedes Schwungs heben muss; 0 verlangt nichts. In Metern der Welt"
    ),
    "Keep Timing": "Zeiten behalten",
    "Its phases stay as they are when timings are found by the solver": (
        "Seine Phasen bleiben, wie sie sind, wenn der Löser die Zeiten findet"
    ),
    "Add a point of the active bone that may touch the ground": (
        "Fügt einen Punkt des aktiven Knochens hinzu, der den Boden berühren darf"
    ),
    "Where": "Wo",
    "Where on the bone": "Wo am Knochen",
    "Below the Tail": "Unter dem Ende",
    "On the ground below the bone's tail, as it stands in the rest pose": (
        "Auf dem Boden unter dem Ende des Knochens, wie er in der Ruhelage steht"
    ),
    "At the Head": "Am Kopf",
    "Where the bone begins": "Wo der Knochen beginnt",
    "At the Tail": "Am Ende",
    "Where the bone ends": "Wo der Knochen endet",
    "At the 3D Cursor": "Am 3D-Cursor",
    "Where the 3D cursor is on the bone as it is posed now": (
        "Wo der 3D-Cursor am Knochen ist, wie er jetzt gestellt ist"
    ),
    "Let this contact touch once more: from the current frame, or else where there is room first": (
        "Lässt diesen Kontakt noch einmal berühren: vom aktuellen Bild an, sonst wo zuerst Platz ist"
    ),
    "Contact": "Kontakt",
    "Which contact, from 0": "Welcher Kontakt, ab 0",
    "Drag the bar under the mouse, or its nearer end, to another frame; Ctrl click adds a bar": (
        "Zieht den Balken unter der Maus oder sein näheres Ende zu einem anderen Bild; Strg-Klick fügt einen "
        "Balken hinzu"
    ),
    "Phase": "Phase",
    "Which of its phases, from 0; the next number adds one": (
        "Welche ihrer Phasen, ab 0; die nächste Zahl fügt eine hinzu"
    ),
    "How long the contact lasts, as a share of the motion": (
        "Wie lange der Kontakt dauert, als Anteil an der Bewegung"
    ),
    "Add": "Hinzufügen",
    "Find when contacts touch from your animation: where a foot is low and still. Replaces all phases, and "
    "brings the ground to feet that stand well above or below it, if nobody else stands there": (
        "Findet aus der eigenen Animation, wann Kontakte berühren: wo ein Fuß tief und still ist. Ersetzt alle "
        "Phasen und bringt den Boden zu Füßen, die deutlich über oder unter ihm stehen, wenn sonst niemand auf ihm "
        "steht"
    ),
    "Show by the mouse's shape what can be dragged on the timeline": (
        "Zeigt durch die Form des Mauszeigers, was sich auf der Zeitleiste ziehen lässt"
    ),
    "Remove this contact": "Entfernt diesen Kontakt",
    "Number": "Nummer",
    "Which row, from 0": "Welche Zeile, ab 0",
    "Let this contact not touch then; on the timeline, the bar under the mouse": (
        "Lässt diesen Kontakt dann nicht berühren; auf der Zeitleiste den Balken unter der Maus"
    ),
    "Which of its phases, from 0": "Welche ihrer Phasen, ab 0",
}
