"""Validation of a JSON value against a schema."""

import math
from typing import Any

TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
    "object": (dict,),
    "array": (list,),
}


def faults(schema: dict[str, Any], data: Any, root: dict[str, Any], path: str) -> list[str]:
    """Violations of the schema in ``data``; supports only the keywords that record.py writes."""
    if "$ref" in schema:
        return faults(root["$defs"][schema["$ref"].removeprefix("#/$defs/")], data, root, path)
    if "anyOf" in schema:
        tries = [faults(choice, data, root, path) for choice in schema["anyOf"]]
        return [] if [] in tries else [f"{path} fits no choice"]
    if "const" in schema:
        return [] if data == schema["const"] else [f"{path} is not {schema['const']}"]
    is_flag = isinstance(data, bool) and schema["type"] != "boolean"
    if is_flag or not isinstance(data, TYPES[schema["type"]]):
        return [f"{path} is no {schema['type']}"]
    if schema["type"] in ("integer", "number"):
        return [] if is_within(schema, data) else [f"{path} is out of its range"]
    if schema["type"] == "object" and "properties" in schema:
        properties = schema["properties"]
        found = [f"{path} lacks {name}" for name in schema["required"] if name not in data]
        for name, value in data.items():
            found += (
                faults(properties[name], value, root, f"{path}.{name}")
                if name in properties
                else [f"{path}.{name}?"]
            )
        return found
    return member_faults(schema, data, root, path) if schema["type"] == "array" else []


def member_faults(schema: dict[str, Any], data: Any, root: dict[str, Any], path: str) -> list[str]:
    """Violations of the schema in an array."""
    members = schema.get("prefixItems") or [schema["items"]] * len(data)
    if len(members) != len(data):
        return [f"{path} has {len(data)} members"]
    parts = zip(members, data, strict=True)
    return [
        fault
        for k, (member, value) in enumerate(parts)
        for fault in faults(member, value, root, f"{path}[{k}]")
    ]


def is_within(schema: dict[str, Any], number: float) -> bool:
    """Whether a number is in its schema's range."""
    low, high = schema.get("minimum", -math.inf), schema.get("maximum", math.inf)
    return bool(low <= number <= high and number > schema.get("exclusiveMinimum", -math.inf))
