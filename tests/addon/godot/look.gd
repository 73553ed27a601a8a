# What Godot makes of the imported scenes that asked.json names, written to seen.json: nodes, bones, animations, and
# the pose and the skin at the asked times. Transforms are four rows of a matrix, metres, in the world.
# godot --headless --path PROJECT --script res://look.gd
extends SceneTree


func _initialize() -> void:
	await process_frame  # before the first one nothing is in the tree
	var asked: Dictionary = JSON.parse_string(FileAccess.get_file_as_string("res://asked.json"))
	var seen := {}
	for file: String in asked:
		var scene: Node3D = (load("res://" + file) as PackedScene).instantiate()
		root.add_child(scene)
		seen[file] = look_at_scene(scene, asked[file])
		scene.free()
	FileAccess.open("res://seen.json", FileAccess.WRITE).store_string(JSON.stringify(seen, "", true, true))
	quit()


func look_at_scene(scene: Node3D, asked: Dictionary) -> Dictionary:
	var skeleton: Skeleton3D = scene.find_children("*", "Skeleton3D", true, false)[0]
	var player: AnimationPlayer = scene.find_children("*", "AnimationPlayer", true, false)[0]
	var animations := {}
	for name in player.get_animation_list():
		animations[name] = look_at_animation(player, skeleton, name, asked)
	return {"bones": bones_of(skeleton), "animations": animations, "place": rows(skeleton.global_transform)}


func bones_of(skeleton: Skeleton3D) -> Array:
	var found := []
	for bone in skeleton.get_bone_count():
		var parent := skeleton.get_bone_parent(bone)
		found.append({
			"name": skeleton.get_bone_name(bone),
			"parent": skeleton.get_bone_name(parent) if parent >= 0 else "",
			"rest": rows(skeleton.global_transform * skeleton.get_bone_global_rest(bone)),
		})
	return found


func look_at_animation(player: AnimationPlayer, skeleton: Skeleton3D, name: String, asked: Dictionary) -> Dictionary:
	var animation := player.get_animation(name)
	var poses := []
	var skins := []
	player.play(name)
	for time in asked["times"]:
		player.seek(time, true)
		poses.append(pose_of(skeleton))
		skins.append(skin_of(skeleton))
	player.stop()
	return {
		"length": animation.length,
		"step": animation.step,
		"loops": animation.loop_mode == Animation.LOOP_LINEAR,
		"poses": poses,
		"skins": skins,
		"way": way_of(player, skeleton, name, asked) if asked["root"] else [],
	}


func pose_of(skeleton: Skeleton3D) -> Array:
	var found := []
	for bone in skeleton.get_bone_count():
		found.append(rows(skeleton.global_transform * skeleton.get_bone_global_pose(bone)))
	return found


# Vertices of the skinned meshes, worked out of binds and weights as the engine's skinning does.
func skin_of(skeleton: Skeleton3D) -> Array:
	var found := []
	for mesh: MeshInstance3D in skeleton.find_children("*", "MeshInstance3D", true, false):
		var binds := []
		for bind in mesh.skin.get_bind_count():
			var bone := skeleton.find_bone(mesh.skin.get_bind_name(bind))
			binds.append(skeleton.global_transform * skeleton.get_bone_global_pose(bone) * mesh.skin.get_bind_pose(bind))
		for surface in mesh.mesh.get_surface_count():
			found.append_array(skinned(mesh.mesh.surface_get_arrays(surface), binds))
	return found


func skinned(arrays: Array, binds: Array) -> Array:
	var found := []
	var points: PackedVector3Array = arrays[Mesh.ARRAY_VERTEX]
	var weights: PackedFloat32Array = arrays[Mesh.ARRAY_WEIGHTS]
	var each := weights.size() / points.size()
	for i in points.size():
		var place := Vector3.ZERO
		for k in range(i * each, (i + 1) * each):
			place += weights[k] * (binds[arrays[Mesh.ARRAY_BONES][k]] * points[i])
		found.append([place.x, place.y, place.z])
	return found


# Where the engine's root motion takes a character that starts at the origin, from one asked time to the next.
func way_of(player: AnimationPlayer, skeleton: Skeleton3D, name: String, asked: Dictionary) -> Array:
	var path := player.get_node(player.root_node).get_path_to(skeleton)
	player.root_motion_track = NodePath("%s:%s" % [path, asked["root"]])
	player.callback_mode_process = AnimationMixer.ANIMATION_CALLBACK_MODE_PROCESS_MANUAL
	player.play(name)
	player.advance(0)
	var place := Vector3.ZERO
	var way := [[0, 0, 0]]
	for i in range(1, asked["times"].size()):
		player.advance(asked["times"][i] - asked["times"][i - 1])
		place += player.get_root_motion_position()
		way.append([place.x, place.y, place.z])
	player.stop()
	player.root_motion_track = NodePath("")
	return way


func rows(place: Transform3D) -> Array:
	var x := place.basis.x
	var y := place.basis.y
	var z := place.basis.z
	var o := place.origin
	return [[x.x, y.x, z.x, o.x], [x.y, y.y, z.y, o.y], [x.z, y.z, z.z, o.z], [0, 0, 0, 1]]
