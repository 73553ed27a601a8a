// Prints the world positions of the joints of a BVH file at its frames, as an object of arrays.
import { readFileSync } from "node:fs";
import { AnimationMixer, Group, Vector3 } from "three";
import { BVHLoader } from "three/addons/loaders/BVHLoader.js";

const { skeleton, clip } = new BVHLoader().parse(readFileSync(process.argv[2], "utf8"));
const group = new Group();
group.add(skeleton.bones[0]);
const mixer = new AnimationMixer(skeleton.bones[0]);
mixer.clipAction(clip).play();
const joints = skeleton.bones.filter((bone) => bone.name !== "ENDSITE");
const places = Object.fromEntries(joints.map((bone) => [bone.name, []]));
for (const time of clip.tracks[0].times) {
  mixer.setTime(Math.min(time, clip.duration - 1e-6));
  group.updateMatrixWorld(true);
  for (const bone of joints) {
    places[bone.name].push(bone.getWorldPosition(new Vector3()).toArray());
  }
}
console.log(JSON.stringify(places));
