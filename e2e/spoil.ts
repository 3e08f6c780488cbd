/** A body that is wrong in one place. */
export interface Spoiled {
  /** The change, e.g. `storeData.storeName is a number`. */
  how: string;
  body: unknown;
}

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The body with the value at `path` replaced, or removed if `value` is undefined. */
function replaced(body: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  const object = isObject(body) ? body : {};
  const { [key]: current, ...others } = object;
  const next = replaced(current, rest, value);
  return next === undefined ? others : { ...others, [key]: next };
}

function* paths(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (!isObject(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    yield [...path, key];
    yield* paths(inner, [...path, key]);
  }
}

const at = (body: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), body);

/** The body with each value replaced by one of another type, and each text and number by one far past any limit. */
export function* spoiledBodies(body: unknown): Generator<Spoiled> {
  for (const whole of [null, [], 'text', 7, true])
    yield { how: `the whole body is ${JSON.stringify(whole)}`, body: whole };
  for (const path of paths(body)) {
    const name = path.join('.');
    const value = at(body, path);
    for (const [what, wrong] of [
      ['null', null],
      ['a list', [[]]],
      ['an object', { $ne: '' }],
      ['a number', 7.5],
      ['true or false', typeof value === 'boolean' ? 'yes' : true],
    ] as const) {
      yield { how: `${name} is ${what}`, body: replaced(body, path, wrong) };
    }
    if (typeof value === 'string')
      yield { how: `${name} is 5,000 characters long`, body: replaced(body, path, 'あ'.repeat(5_000)) };
    if (typeof value === 'number')
      for (const wrong of [-1, 0, 100, 1e308]) yield { how: `${name} is ${wrong}`, body: replaced(body, path, wrong) };
  }
}

/** The body without each of its values in turn. */
export function* bodiesWithout(body: unknown): Generator<Spoiled> {
  for (const path of paths(body)) yield { how: `${path.join('.')} is missing`, body: replaced(body, path, undefined) };
}
