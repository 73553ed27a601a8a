"""The character: its bodies, joints and bone map."""

WORDS = {
    "Has a Body": "Hat einen Körper",
    "This bone carries weight of its own and turns at its head. Bones without a body move with the nearest "
    "parent that has one": (
        "Dieser Knochen trägt eigenes Gewicht und dreht sich an seinem Kopf. Knochen ohne Körper bewegen sich "
        "mit dem nächsten übergeordneten, der einen hat"
    ),
    "Weight": "Gewicht",
    "How heavy this part of the character is": "Wie schwer dieser Teil der Figur ist",
    "Size": "Größe",
    "Size of the body's ellipsoid along its own axes, in the bone's units; they grow with the object's "
    "scale. Longer bodies are harder to swing": (
        "Größe des Ellipsoids entlang seiner eigenen Achsen, in Einheiten des Knochens; sie wächst mit der "
        "Skalierung des Objekts. Längere Körper sind schwerer zu schwingen"
    ),
    "Center": "Mitte",
    "Where the weight sits, from the bone's head along the bone's own axes": (
        "Wo das Gewicht sitzt, vom Kopf des Knochens aus entlang seiner eigenen Achsen"
    ),
    "Rotation": "Rotation",
    "How the ellipsoid lies in the bone": "Wie das Ellipsoid im Knochen liegt",
    "Order": "Reihenfolge",
    "Which of the bone's axes the joint turns about first. Locked axes of the bone's inverse kinematics are "
    "left out. The middle one should turn least: beyond 85 degrees it is stopped": (
        "Um welche Achse des Knochens sich das Gelenk zuerst dreht. In der inversen Kinematik gesperrte Achsen "
        "bleiben weg. Die mittlere sollte sich am wenigsten drehen: über 85 Grad wird sie angehalten"
    ),
    "Automatic": "Automatisch",
    "The axis that turns least comes in the middle": "Die Achse, die sich am wenigsten dreht, kommt in die Mitte",
    "Turns about X, then Y, then Z": "Dreht sich um X, dann Y, dann Z",
    "Turns about X, then Z, then Y": "Dreht sich um X, dann Z, dann Y",
    "Turns about Y, then X, then Z": "Dreht sich um Y, dann X, dann Z",
    "Turns about Y, then Z, then X": "Dreht sich um Y, dann Z, dann X",
    "Turns about Z, then X, then Y": "Dreht sich um Z, dann X, dann Y",
    "Turns about Z, then Y, then X": "Dreht sich um Z, dann Y, dann X",
    "Strength": "Kraft",
    "Strongest muscle torque about each of the bone's axes, in newton metres. 0 leaves the axis limp": (
        "Größtes Drehmoment der Muskeln um jede Achse des Knochens, in Newtonmetern. 0 lässt die Achse schlaff"
    ),
    "At Ease": "Gelöst",
    "Angles about the bone's axes, from the rest pose, that the joint takes when nothing asks for others": (
        "Winkel um die Achsen des Knochens, von der Ruhelage aus, die das Gelenk einnimmt, wenn nichts anderes "
        "verlangt ist"
    ),
    "Hangs On": "Hängt an",
    "The bone that carries this one. Empty: its parent, or the nearest above it that has a body. Generated "
    "control rigs need it, as their deforming bones hang on control bones": (
        "Der Knochen, der diesen trägt. Leer: der übergeordnete, oder der nächste darüber mit einem Körper. "
        "Generierte Steuerrigs brauchen das, da ihre verformenden Knochen an Steuerknochen hängen"
    ),
    "Other Side": "Andere Seite",
    "The bone on the other side that mirrors this one. Empty: the one whose name says so": (
        "Der Knochen auf der anderen Seite, der diesen spiegelt. Leer: der, dessen Name es sagt"
    ),
    "Part": "Teil",
    "Part of the character, as thigh.L or chest": "Teil der Figur, etwa thigh.L oder chest",
    "The bone that is this part, without what all names begin with. Empty: the character has none": (
        "Der Knochen, der dieser Teil ist, ohne den gemeinsamen Anfang aller Namen. Leer: die Figur hat keinen"
    ),
    "Confidence": "Gewissheit",
    "How sure the match is: 1 is the same name, 0.7 a common word, 0.5 the shape alone": (
        "Wie sicher die Zuordnung ist: 1 ist derselbe Name, 0,7 ein geläufiges Wort, 0,5 nur die Form"
    ),
    "Weight of the whole character, shared out when bodies are fitted": (
        "Gewicht der ganzen Figur, das beim Anpassen der Körper verteilt wird"
    ),
    "Weigh By": "Gewicht nach",
    "Where the weights come from when bodies are fitted": (
        "Woher die Gewichte kommen, wenn Körper angepasst werden"
    ),
    "A human by body weight, any other creature by density": (
        "Ein Mensch nach Körpergewicht, jedes andere Wesen nach Dichte"
    ),
    "Share out the weight below": "Verteilt das Gewicht darunter",
    "Density": "Dichte",
    "Volume of the bodies times the density below; for a human of measured proportions, people's volume at this "
    "height": (
        "Rauminhalt der Körper mal die Dichte darunter; bei einem Menschen nach gemessenen Proportionen der von "
        "Menschen dieser Größe"
    ),
    "Weight of a cubic metre of the character in kilograms; water and flesh have 1000": (
        "Gewicht eines Kubikmeters der Figur in Kilogramm; Wasser und Fleisch haben 1000"
    ),
    "Mirror Edits": "Änderungen spiegeln",
    "A change to the body or joint on one side changes the other side too": (
        "Eine Änderung am Körper oder Gelenk der einen Seite ändert auch die andere"
    ),
    "Body Type": "Körperbau",
    "What shapes a human's bodies and shares out the weight: people's measured proportions (de Leva 1996), or the "
    "skin. Other creatures always go by their skin": (
        "Was die Körper eines Menschen formt und das Gewicht verteilt: gemessene Proportionen von Menschen (de Leva "
        "1996) oder die Haut. Andere Wesen richten sich immer nach ihrer Haut"
    ),
    "Male": "Männlich",
    "Average of young men": "Durchschnitt junger Männer",
    "Female": "Weiblich",
    "Average of young women": "Durchschnitt junger Frauen",
    "As Skinned": "Nach Haut",
    "Around the skin that each bone moves most, as for a stout or slim character; parts without skin are as those "
    "of young men": (
        "Um die Haut, die jeder Knochen am meisten bewegt, etwa bei einer fülligen oder schlanken Figur; Teile ohne "
        "Haut sind wie die junger Männer"
    ),
    "Set Height": "Größe setzen",
    "Scale the armature object so that a human is as tall as told here when bodies are fitted; physics looks "
    "right only at the right size": (
        "Skaliert das Armaturobjekt, sodass ein Mensch beim Anpassen der Körper so groß wird wie hier gesagt; "
        "Physik sieht nur in der richtigen Größe richtig aus"
    ),
    "Height": "Größe",
    "Height of a human from the ground to the crown": "Größe eines Menschen vom Boden bis zum Scheitel",
    "Moves": "Bewegt sich",
    "How the character's root may move in the world": "Wie sich die Wurzel der Figur in der Welt bewegen darf",
    "Freely": "Frei",
    "In all directions, as anything that walks": "In alle Richtungen, wie alles, was geht",
    "In a Plane": "In einer Ebene",
    "Up, down, ahead and back only, and it turns in that plane, as a side view": (
        "Nur auf und ab, vor und zurück, und sie dreht sich in dieser Ebene, wie in einer Seitenansicht"
    ),
    "Not at All": "Gar nicht",
    "Its root is bolted to the world, as a robot's arm": (
        "Ihre Wurzel ist mit der Welt verschraubt, wie ein Roboterarm"
    ),
    "Body Turn": "Körperdrehung",
    "How far the character's root may turn away from its rest pose; 0 leaves it free to flip and spin": (
        "Wie weit sich die Wurzel der Figur von ihrer Ruhelage wegdrehen darf; 0 lässt ihr Salti und Drehungen frei"
    ),
    "Front": "Vorne",
    "Where the character looks in its rest pose, about the object's Z; 0 is -Y, as Blender's own characters do": (
        "Wohin die Figur in ihrer Ruhelage blickt, um die Z-Achse des Objekts; 0 ist -Y, wie bei Blenders "
        "eigenen Figuren"
    ),
    "Contacts": "Kontakte",
    "Find out which bone is which part of the character, by names and by the shape of the skeleton. Your own "
    "choices in the map are replaced": (
        "Findet heraus, welcher Knochen welcher Teil der Figur ist, nach Namen und nach der Form des Skeletts. "
        "Die eigene Wahl im Plan wird ersetzt"
    ),
    "List a Human's Parts": "Teile eines Menschen auflisten",
    "List every part a human has, so that you can choose the bones that were not found": (
        "Listet jeden Teil auf, den ein Mensch hat, damit die nicht gefundenen Knochen gewählt werden können"
    ),
    "Give the bones weight, joints and contacts: a human's by measured proportions or its skin, any other creature's "
    "by its limbs, skin and bone lengths. Again, it keeps the times of contacts, and those you have added": (
        "Gibt den Knochen Gewicht, Gelenke und Kontakte: einem Menschen nach gemessenen Proportionen oder seiner Haut, "
        "jedem anderen Wesen nach Gliedern, Haut und Knochenlängen. Noch einmal gedrückt, behält es die Zeiten der "
        "Kontakte und selbst hinzugefügte"
    ),
    "Take the bones from this preset; parts whose bone this rig does not have are left out": (
        "Nimmt die Knochen aus dieser Vorlage; Teile, deren Knochen dieses Rig nicht hat, bleiben weg"
    ),
    "The preset, a JSON file": "Die Vorlage, eine JSON-Datei",
    "Make body, strength and joint limits of the other side the mirror image of the active bone's": (
        "Macht Körper, Kraft und Gelenkgrenzen der anderen Seite zum Spiegelbild des aktiven Knochens"
    ),
    "Drag the ellipsoid of the active bone longer or shorter along one of its axes": (
        "Zieht das Ellipsoid des aktiven Knochens entlang einer seiner Achsen länger oder kürzer"
    ),
    "Which of the ellipsoid's own axes": "Welche der eigenen Achsen des Ellipsoids",
    "Along the ellipsoid's own X": "Entlang der eigenen X-Achse des Ellipsoids",
    "Along the ellipsoid's own Y": "Entlang der eigenen Y-Achse des Ellipsoids",
    "Along the ellipsoid's own Z": "Entlang der eigenen Z-Achse des Ellipsoids",
    "Diameter": "Durchmesser",
    "Size along the axis, in the bone's units": "Größe entlang der Achse, in Einheiten des Knochens",
    "Make the pose you see the rest pose, for skeletons whose rest pose does not stand, as of motion "
    "capture. The action is left as it is; a copy that looks the same plays instead": (
        "Macht die Pose, die zu sehen ist, zur Ruhelage, für Skelette, deren Ruhelage nicht steht, etwa aus "
        "Motion Capture. Die Action bleibt, wie sie ist; eine Kopie, die gleich aussieht, spielt an ihrer Stelle"
    ),
    "Keep this bone map as a preset; rigs with the same bone names are then recognised by it": (
        "Behält diesen Knochenplan als Vorlage; Rigs mit denselben Knochennamen werden dann daran erkannt"
    ),
    "What the preset is called": "Wie die Vorlage heißt",
    "Select this bone in pose mode, so that you see what is meant and its settings": (
        "Wählt diesen Knochen im Pose-Modus aus, damit zu sehen ist, was gemeint ist, und seine Einstellungen"
    ),
    "Which one": "Welche",
    "The bone that is this part. Empty: the character has none": (
        "Der Knochen, der dieser Teil ist. Leer: die Figur hat keinen"
    ),
}
