import * as z from 'zod/mini';
import { type OwnedKind, errorsOf } from '#shared/contract/call';
import { calls, type ListedCall } from '#shared/contract/index';
import { errors, type ErrorBody } from '#shared/errors';
import type { Portal } from './portal';
import { sampleOf } from './samples';

/** The calls that owners, administrators and visitors make. */
export const documented = calls.filter((call) => call.access !== 'webhook');
export const withBody = documented.filter((call) => call.body);
/** An id that nobody has, for each parameter of a path. */
export const sampleParams = (call: ListedCall): Record<string, string> =>
  Object.fromEntries([...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 'nobodys']));
/** A value for each name in a call's query. */
export const sampleQuery = ({ query }: ListedCall, value = 'A'.repeat(20)): Record<string, string> =>
  query instanceof z.ZodMiniObject ? Object.fromEntries(Object.keys(query.shape).map((name) => [name, value])) : {};
export const asQuery = (values: Record<string, string>): string => `?${new URLSearchParams(values).toString()}`;
/** A valid request of a call, about things that nobody has. */
export const sampleFor = (call: ListedCall): { params: Record<string, string>; body?: unknown; query?: string } => ({
  params: sampleParams(call),
  ...(call.body && { body: sampleOf(call) }),
  ...(call.query && { query: asQuery(sampleQuery(call)) }),
});

/** Expects the contract's body of a refusal, a declared code, and that code's status. */
export function expectRefusal(
  call: ListedCall,
  { status, body }: { status: number; body: unknown },
  how: string,
): ErrorBody {
  const refusal = body as ErrorBody;
  const shape = {
    how,
    status,
    code: refusal?.code,
    message: typeof refusal?.message,
    requestId: typeof refusal?.requestId,
  };
  expect(shape).toEqual({
    how,
    status: errors[refusal.code]?.status,
    code: expect.any(String),
    message: 'string',
    requestId: 'string',
  });
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(errorsOf(call)).toContain(refusal.code);
  return refusal;
}

/** A body that is wrong in one place. */
interface Spoiled {
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

/**
 * The ids of an owner's shop with a subscription, a device and its repair, by the kind of resource that a call owns.
 */
export async function ownedIds(portal: Portal, cookie: string): Promise<Record<OwnedKind, string>> {
  const read = async <T>(path: string): Promise<T> =>
    (await portal.request({ method: 'GET', path }, { cookie })).body as T;
  const groups = await read<{ id: string; devices: { serialNumber: string }[] }[]>('/api/devices');
  const shops =
    await read<
      { customer: { id: string }; subscriptions: { id: string; items: { subscription_item_id: string }[] }[] }[]
    >('/api/stripe/customer');
  for (const { id, devices } of groups) {
    for (const { serialNumber } of devices) {
      const [repair] = await read<{ $id: { value: string } }[]>(`/api/devices/${serialNumber}/repair-history`);
      const subscription = shops.find(({ customer }) => customer.id === id)?.subscriptions[0];
      const item = subscription?.items[0]?.subscription_item_id;
      const { movements } = await read<{ movements: { id: string }[] }>(`/api/stores/${id}/movements`);
      const [movement] = movements;
      if (repair && subscription && item && movement)
        return {
          shop: id,
          subscription: subscription.id,
          subscriptionItem: item,
          device: serialNumber,
          repair: repair.$id.value,
          movement: movement.id,
        };
    }
  }
  throw new Error('The seed has no repaired device');
}
