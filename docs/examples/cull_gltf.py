"""How many objects of a glTF scene does each of its cameras see?

    python3 cull_gltf.py scene.glb               # or scene.gltf, whose buffers are not needed
    python3 cull_gltf.py                         # a town of 2,000 houses and 4 cameras, written as town.glb first

An object is a node with a mesh: the box around the mesh, as the file has it, brought to the world by the node's matrix.
"""

import json
import pathlib
import struct
import sys

import lockstep
import numpy

JSON, BIN = 0x4E4F534A, 0x004E4942


def read(path):
    """The document of a .glb or a .gltf. Boxes are in it, so that no buffer is needed."""
    data = pathlib.Path(path).read_bytes()
    if data[:4] != b"glTF":
        return json.loads(data)
    (length,) = struct.unpack_from("<I", data, 12)
    return json.loads(data[20 : 20 + length])


def matrix_of(node):
    """A node's matrix (4, 4), which multiplies column vectors."""
    if "matrix" in node:
        return numpy.array(node["matrix"]).reshape(4, 4).T  # the file is column-major
    x, y, z, w = node.get("rotation", (0, 0, 0, 1))
    turn = numpy.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ])
    matrix = numpy.eye(4)
    matrix[:3, :3] = turn * node.get("scale", (1, 1, 1))
    matrix[:3, 3] = node.get("translation", (0, 0, 0))
    return matrix


def world_of(gltf):
    """(node, its matrix in the world) for all nodes of the scene."""
    stack = [(root, numpy.eye(4)) for root in gltf["scenes"][gltf.get("scene", 0)]["nodes"]]
    while stack:
        number, parent = stack.pop()
        node = gltf["nodes"][number]
        world = parent @ matrix_of(node)
        yield node, world
        stack += [(child, world) for child in node.get("children", ())]


def box_of(gltf, mesh):
    """The box around a mesh, in its own space: min and max (3,)."""
    places = [gltf["accessors"][p["attributes"]["POSITION"]] for p in gltf["meshes"][mesh]["primitives"]]
    return numpy.min([p["min"] for p in places], axis=0), numpy.max([p["max"] for p in places], axis=0)


def projection(camera):
    """The clip matrix (4, 4) of a camera, as the glTF specification has it."""
    lens = camera[camera["type"]]
    near, far = lens["znear"], lens.get("zfar")
    matrix = numpy.zeros((4, 4))
    if camera["type"] == "orthographic":
        matrix[[0, 1, 2, 3], [0, 1, 2, 3]] = 1 / lens["xmag"], 1 / lens["ymag"], 2 / (near - far), 1
        matrix[2, 3] = (far + near) / (near - far)
        return matrix
    tan = numpy.tan(lens["yfov"] / 2)
    matrix[0, 0], matrix[1, 1], matrix[3, 2] = 1 / (lens.get("aspectRatio", 1) * tan), 1 / tan, -1
    matrix[2, 2], matrix[2, 3] = (-1, -2 * near) if far is None else ((far + near) / (near - far),
                                                                     2 * far * near / (near - far))
    return matrix


def volume_of(camera, world):
    clip = projection(camera) @ numpy.linalg.inv(world)
    return lockstep.ConvexVolume.from_view_projection(clip.astype(numpy.float32), lockstep.DepthRange.minus_one_to_one)


def seen_by_cameras(gltf):
    """The names of cameras, and bool (cameras, objects)."""
    nodes = list(world_of(gltf))
    objects = [(node, world) for node, world in nodes if "mesh" in node]
    boxes = [box_of(gltf, node["mesh"]) for node, _ in objects]
    view = lockstep.TransformedBoxView(
        numpy.array([world for _, world in objects], numpy.float32),
        numpy.array([low for low, _ in boxes], numpy.float32),
        numpy.array([high for _, high in boxes], numpy.float32),
    )
    cameras = [(node, world) for node, world in nodes if "camera" in node]
    volumes = lockstep.VolumeSet([volume_of(gltf["cameras"][node["camera"]], world) for node, world in cameras])
    return [node.get("name", "camera") for node, _ in cameras], lockstep.cull(volumes, view)


def town(houses=2000):
    """A .glb: houses that share the box of one mesh on a square of 400 m, and cameras at its middle and above it."""
    corners = numpy.array([[x, y, z] for x in (-1, 1) for y in (0, 2) for z in (-1, 1)], numpy.float32)
    random = numpy.random.default_rng(3)
    places, turns = random.uniform(-200, 200, (houses, 2)), random.uniform(0, numpy.pi, houses)
    nodes = [{"mesh": 0, "translation": [x, 0, z], "rotation": [0, numpy.sin(t / 2), 0, numpy.cos(t / 2)],
              "scale": [4, height, 5]}
             for (x, z), t, height in zip(places.tolist(), turns.tolist(), random.uniform(2, 9, houses).tolist())]
    half = numpy.sqrt(0.5)
    nodes += [{"name": name, "camera": camera, "translation": [0, height, 0], "rotation": rotation}
              for name, camera, height, rotation in (("north", 0, 2, [0, 0, 0, 1]), ("south", 0, 2, [0, 1, 0, 0]),
                                                     ("west", 0, 2, [0, half, 0, half]),
                                                     ("map", 1, 300, [-half, 0, 0, half]))]
    document = {
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": list(range(len(nodes)))}], "nodes": nodes,
        "cameras": [{"type": "perspective", "perspective": {"yfov": 1, "aspectRatio": 16 / 9, "znear": 0.1, "zfar": 150}},
                    {"type": "orthographic", "orthographic": {"xmag": 100, "ymag": 100, "znear": 1, "zfar": 400}}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "mode": 0}]}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 8, "type": "VEC3",
                       "min": corners.min(axis=0).tolist(), "max": corners.max(axis=0).tolist()}],
        "bufferViews": [{"buffer": 0, "byteLength": corners.nbytes}], "buffers": [{"byteLength": corners.nbytes}],
    }
    text = json.dumps(document, default=float).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<II", len(text), JSON) + text + struct.pack("<II", corners.nbytes, BIN) + corners.tobytes()
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def main():
    path = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "town.glb")
    if len(sys.argv) == 1:
        path.write_bytes(town())
    names, seen = seen_by_cameras(read(path))
    print(f"{seen.shape[1]} objects")
    for name, row in zip(names, seen):
        print(f"{name} sees {numpy.count_nonzero(row)}")


if __name__ == "__main__":
    main()
