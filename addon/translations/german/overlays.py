"""Overlays."""

WORDS = {
    "Bodies": "Körper",
    "The ellipsoids that carry the character's weight; those of selected bones stand out and can be sized by "
    "their arrows in pose mode": (
        "Die Ellipsoide, die das Gewicht der Figur tragen; die der ausgewählten Knochen treten hervor und lassen "
        "sich im Pose-Modus mit ihren Pfeilen vergrößern"
    ),
    "Joint Limits": "Gelenkgrenzen",
    "How far the joints of selected bones turn: a sector per axis, red, green and blue for X, Y and Z. While "
    "more than three are selected, only that of the active bone": (
        "Wie weit sich die Gelenke ausgewählter Knochen drehen: ein Sektor je Achse, rot, grün und blau für X, Y "
        "und Z. Solange mehr als drei ausgewählt sind, nur das des aktiven Knochens"
    ),
    "The points that may touch the ground": "Die Punkte, die den Boden berühren dürfen",
    "Center of Mass": "Schwerpunkt",
    "The point where the character's weight sits, its way and its shadow on the ground": (
        "Der Punkt, in dem das Gewicht der Figur sitzt, sein Weg und sein Schatten auf dem Boden"
    ),
    "The area between all that touches the ground: green while the center of mass is over it; a line or a "
    "dot while only two points or one touch": (
        "Die Fläche zwischen allem, was den Boden berührt: grün, solange der Schwerpunkt darüber ist; eine Linie "
        "oder ein Punkt, solange nur zwei Punkte oder einer berühren"
    ),
    "Ground Forces": "Bodenkräfte",
    "How the ground pushes; an arrow of half the character's height is its weight": (
        "Wie der Boden drückt; ein Pfeil von der halben Größe der Figur ist ihr Gewicht"
    ),
    "Bodies in the color of their muscles' work: blue rests, red is at the end of its strength": (
        "Körper in der Farbe der Arbeit ihrer Muskeln: Blau ruht, Rot ist am Ende der Kraft"
    ),
    "Flight Arc": "Flugbahn",
    "The arc that the center of mass must follow in the air, or would if it let go now": (
        "Die Bahn, der der Schwerpunkt in der Luft folgen muss, oder folgen würde, wenn die Figur jetzt losließe"
    ),
    "Spin": "Drall",
    "Angular momentum: the axis and strength of the whole body's turning. In the air it stays": (
        "Drehimpuls: Achse und Stärke der Drehung des ganzen Körpers. In der Luft bleibt er gleich"
    ),
    "Onion Skin": "Zwiebelhaut",
    "The figure some frames before, in blue, and after, in red": (
        "Die Gestalt einige Bilder davor, in Blau, und danach, in Rot"
    ),
    "Stripe on the Timeline": "Streifen auf der Zeitleiste",
    "Color of each frame in the timeline and dope sheet: green is as you keyed it, yellow was changed, red "
    "is still physically impossible": (
        "Farbe jedes Bildes in Zeitleiste und Dope Sheet: Grün ist wie von Hand gesetzt, Gelb wurde geändert, "
        "Rot ist physikalisch noch unmöglich"
    ),
    "Contacts on the Timeline": "Kontakte auf der Zeitleiste",
    "A lane for each contact at the foot of a timeline or dope sheet that is high enough. Drag a bar or its "
    "ends; Ctrl click or double click adds one, X removes it. Blue stays as you set it, teal is polished and "
    "purple searched by the solver, pink is both; the thin line is when the solved motion touches": (
        "Eine Spur für jeden Kontakt am Fuß jeder Zeitleiste und jedes Dope Sheets, wenn sie hoch genug sind. "
        "Balken oder ihre Enden ziehen; Strg-Klick oder Doppelklick fügt einen hinzu, X entfernt ihn. Blau "
        "bleibt wie gesetzt, Türkis verfeinert und Violett sucht der Löser, Rosa ist beides; die dünne Linie "
        "zeigt, wann die gelöste Bewegung berührt"
    ),
}
