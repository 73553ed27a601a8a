"""The check list's cures."""

WORDS = {
    "Mend what this line of the check list names; one undo takes it back": (
        "Behebt, was diese Zeile der Prüfliste nennt; ein Rückgängig nimmt es zurück"
    ),
    "Cure": "Abhilfe",
    "What to do": "Was zu tun ist",
    "Apply": "Anwenden",
    "Applied the scale": "Skalierung angewendet",
    "Fit Bodies": "Körper anpassen",
    "Fitted bodies": "Körper angepasst",
    "Detect": "Erkennen",
    "Detected the bones anew": "Knochen neu erkannt",
    "Trust": "Vertrauen",
    "The bone map is taken as it is": "Der Knochenplan gilt, wie er ist",
    "Use Pose": "Pose nehmen",
    "This pose is the rest pose now": "Diese Pose ist jetzt die Ruhelage",
    "Stand Up": "Aufstehen",
    "It rests as in the frame that stands best, and has bodies": (
        "Sie ruht wie in dem Bild, das am besten steht, und hat Körper"
    ),
    "Hang": "Anhängen",
    "'the bone' hangs on the root now": "Der Knochen hängt jetzt an der Wurzel",
    "Disconnect": "Trennen",
    "Disconnected 'the bone'": "Der Knochen ist getrennt",
    "Scaled to the height told above": "Auf die oben genannte Größe skaliert",
    "Reset": "Zurücksetzen",
    "The body of 'the bone' lies along its bone now": "Der Körper des Knochens liegt jetzt an ihm entlang",
    "Remove": "Entfernen",
    "'the bone' moves with its parent now": "Der Knochen bewegt sich jetzt mit dem übergeordneten",
    "Mirror": "Spiegeln",
    "The other side of 'the bone' is its mirror image now": (
        "Die andere Seite des Knochens ist jetzt sein Spiegelbild"
    ),
    "Lock": "Sperren",
    "Locked what cannot turn in 'the bone'": "Gesperrt, was sich im Knochen nicht drehen kann",
    "Ease": "Lockern",
    "'the bone' is at ease inside its limits now": "Der Knochen ist jetzt innerhalb seiner Grenzen gelöst",
    "Added contacts where the character stands": "Kontakte hinzugefügt, wo die Figur steht",
    "Removed the contact": "Kontakt entfernt",
    "Rename": "Umbenennen",
    "Renamed the contact": "Kontakt umbenannt",
    "It touches the ground for half of the motion now": "Er berührt jetzt die halbe Bewegung lang den Boden",
    "Set Ground": "Boden setzen",
    "The ground is at the lowest contact now": "Der Boden ist jetzt beim tiefsten Kontakt",
    "Mute": "Stummschalten",
    "Muted the constraints of all deforming bones": "Constraints aller verformenden Knochen stummgeschaltet",
    "The bone to mend": "Der Knochen, dem abzuhelfen ist",
    "Number of the contact to mend": "Nummer des Kontakts, dem abzuhelfen ist",
}
