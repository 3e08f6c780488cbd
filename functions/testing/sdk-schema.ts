/** The type of a member as the SDK's packages carry it, from the service's own model. */
export type Schema = number | readonly unknown[] | (() => Schema);

/** Numbers of simple types in the SDK's schemas; a list or a map of one adds 64 or 128 to it. */
const simple = { text: 0, number: 1, boolean: 2, list: 64, map: 128 } as const;
const times: readonly unknown[] = [4, 5, 6, 7];

export type Shape =
  | { kind: 'text' | 'number' | 'boolean' | 'time' | 'other' }
  | { kind: 'list'; of: Schema }
  | { kind: 'map'; of: Schema }
  | { kind: 'structure'; name: string; members: ReadonlyMap<string, Schema>; required: readonly string[] };

function shapeOfNumber(type: number): Shape {
  if (times.includes(type)) return { kind: 'time' };
  if ((type & simple.list) > 0) return { kind: 'list', of: type & ~simple.list };
  if ((type & simple.map) > 0) return { kind: 'map', of: type & ~simple.map };
  const kinds = { [simple.text]: 'text', [simple.number]: 'number', [simple.boolean]: 'boolean' } as const;
  return { kind: kinds[type as 0 | 1 | 2] ?? 'other' };
}

/**
 * What a schema stands for. A shape is an array with its kind, namespace, name and traits: 0 a simple type, 1 a list,
 * 2 a map, 3 a structure, 4 a union; the members of a structure that must be given are its first ones. An array
 * without a namespace is a type with traits.
 */
export function shapeOf(schema: Schema): Shape {
  if (typeof schema === 'number') return shapeOfNumber(schema);
  if (typeof schema === 'function') return shapeOf(schema());
  const [kind, namespace, name, , first, second, required] = schema;
  if (typeof namespace !== 'string') return shapeOf(kind as Schema);
  if (kind === 0) return shapeOf(first as Schema);
  if (kind === 1) return { kind: 'list', of: first as Schema };
  if (kind === 2) return { kind: 'map', of: second as Schema };
  const names = first as string[];
  const members = new Map(names.map((member, index) => [member, (second as Schema[])[index] ?? simple.text]));
  return {
    kind: 'structure',
    name: String(name),
    members,
    required: kind === 3 ? names.slice(0, (required as number | undefined) ?? 0) : [],
  };
}

const fits: Readonly<Record<string, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  time: (value) => value instanceof Date,
};

/** @throws {Error} if the value has a member that its schema lacks, lacks one that it must have, or has another type */
export function checkAgainst(schema: Schema, value: unknown, path: string): void {
  const shape = shapeOf(schema);
  const fitting = fits[shape.kind];
  if (fitting && !fitting(value)) throw new Error(`${path} is no ${shape.kind}: ${String(value)}`);
  if (shape.kind === 'list') {
    if (!Array.isArray(value)) throw new Error(`${path} is no list`);
    for (const [index, one] of value.entries()) checkAgainst(shape.of, one, `${path}[${index}]`);
  }
  if (shape.kind !== 'map' && shape.kind !== 'structure') return;
  if (typeof value !== 'object' || value === null) throw new Error(`${path} is no ${shape.kind}`);
  const missing = shape.kind === 'map' ? [] : shape.required.filter((name) => !(name in value));
  if (missing.length > 0) throw new Error(`${path} lacks ${missing.join(', ')}`);
  for (const [name, one] of Object.entries(value)) {
    const of = shape.kind === 'map' ? shape.of : shape.members.get(name);
    if (of === undefined) throw new Error(`${path} has no member ${name}`);
    checkAgainst(of, one, `${path}.${name}`);
  }
}
