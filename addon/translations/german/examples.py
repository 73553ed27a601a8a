"""Examples and presets of motion."""

WORDS = {
    "Add a character with bodies, joints and contacts at the 3D cursor, and ask for a motion that suits it: "
    "press Solve next": (
        "Fügt am 3D-Cursor eine Figur mit Körpern, Gelenken und Kontakten hinzu und verlangt eine Bewegung, die "
        "zu ihr passt: danach auf Lösen drücken"
    ),
    "Example": "Beispiel",
    "Add an Example": "Beispiel hinzufügen",
    "Who is added, and what it shall do": "Wer hinzugefügt wird und was er tun soll",
    "Human": "Mensch",
    "A grown man of 14 bodies, ready to walk": "Ein erwachsener Mann mit 14 Körpern, bereit zu gehen",
    "Dog": "Hund",
    "A dog of 16 bodies, ready to trot": "Ein Hund mit 16 Körpern, bereit zu traben",
    "Hopper": "Hüpfer",
    "A lamp on a flat foot, ready to hop; it moves in a plane": (
        "Eine Lampe auf flachem Fuß, bereit zu hüpfen; sie bewegt sich in einer Ebene"
    ),
    "Throwing Arm": "Wurfarm",
    "Three links on a bolted base, ready to throw": "Drei Glieder auf verschraubtem Sockel, bereit zu werfen",
    "Human: Run": "Mensch: Laufen",
    "On the balls of the feet, with a flight in each step": "Auf den Ballen, mit einem Flug in jedem Schritt",
    "Human: Walk and Turn": "Mensch: Gehen und Drehen",
    "A walk along a circle to the left": "Ein Gang im Kreis nach links",
    "Human: Sneak": "Mensch: Schleichen",
    "Slow, with low hips and long stances": "Langsam, mit tiefer Hüfte und langem Stand",
    "Human: Limp": "Mensch: Hinken",
    "The right foot bears six tenths of the weight at most": (
        "Der rechte Fuß trägt höchstens sechs Zehntel des Gewichts"
    ),
    "Human: Jump": "Mensch: Springen",
    "From standing to standing, with a third of a second in the air": (
        "Vom Stand in den Stand, mit einer Drittelsekunde in der Luft"
    ),
    "Human: Hop": "Mensch: Hüpfen",
    "Both feet together, again and again": "Mit beiden Füßen zugleich, immer wieder",
    "Human: Flip": "Mensch: Salto",
    "Backwards over in the air, and landing on both feet": (
        "Rückwärts überschlagen in der Luft und auf beiden Füßen landen"
    ),
    "Human: Throw": "Mensch: Werfen",
    "The right hand is fast at two thirds of the time, with both feet on the ground": (
        "Die rechte Hand ist nach zwei Dritteln der Zeit schnell, mit beiden Füßen am Boden"
    ),
    "Human: Catch": "Mensch: Fangen",
    "The right hand is at an empty at half the time; move the empty where the ball comes": (
        "Die rechte Hand ist nach der halben Zeit bei einem Empty; dieses dorthin schieben, wo der Ball ankommt"
    ),
    "Human: Step Up": "Mensch: Hinaufsteigen",
    "Onto a box before it, the right foot first": "Auf eine Kiste davor, mit dem rechten Fuß zuerst",
    "Fill in length, speed, contacts and goals for a common motion, in the character's own size. Your own "
    "goals stay; contacts of other parts than feet get no times": (
        "Füllt Dauer, Geschwindigkeit, Kontakte und Ziele für eine übliche Bewegung aus, in der Größe der Figur. "
        "Die eigenen Ziele bleiben; Kontakte anderer Teile als der Füße bekommen keine Zeiten"
    ),
    "Preset": "Vorlage",
    "The motion to start from": "Die Bewegung, mit der begonnen wird",
    "Walk": "Gehen",
    "An even walk, straight ahead": "Ein gleichmäßiger Gang, geradeaus",
    "Run": "Laufen",
    "Walk and Turn": "Gehen und Drehen",
    "Sneak": "Schleichen",
    "Jump": "Springen",
    "Hop": "Hüpfen",
    "Flip": "Salto",
    "Throw": "Werfen",
    "Catch": "Fangen",
    "Step Up": "Hinaufsteigen",
}
