import * as z from 'zod/mini';
import { calls } from '.';
import { errors, type ErrorCode } from '../errors';
import { type Call, errorsOf } from './call';
import { messageSchema } from './parts';

test('names and routes are unique', () => {
  for (const values of [calls.map((call) => call.name), calls.map((call) => `${call.method} ${call.path}`)])
    expect(new Set(values).size).toBe(values.length);
});

test('each path with parameters has a schema for them', () => {
  for (const call of calls) {
    const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect([call.name, inPath.length > 0]).toEqual([call.name, call.params !== undefined]);
  }
});

/** Looked up by the handler among the caller's own sessions and documents; a place in a list of the caller's own. */
const search = ['from', 'to', 'min', 'max', 'store', 'state', 'cursor'];
const lookedUp = [
  'end-session params.id',
  'list-shops query.after',
  ...search.map((name) => `list-documents query.${name}`),
  'get-document params.id',
  'get-document-export params.id',
  'issue-receipt params.id',
  'list-devices query.after',
];
const namesIn = (schema: unknown): string[] => (schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : []);

// ASVS 8.1.1
test('each id that a signed-in call takes is declared as one of the caller’s own', () => {
  const ofUsers = calls.filter((call) => call.access === 'user');
  const placesOf = (call: Call): string[] => call.owns?.map(({ at }) => at) ?? [];
  const ids = new Set(ofUsers.flatMap(placesOf).map((place) => place.split('.').at(-1)));
  const undeclared = ofUsers.flatMap((call) => {
    const inBody = namesIn(call.body).filter((name) => ids.has(name));
    const places = Object.entries({ params: namesIn(call.params), query: namesIn(call.query), body: inBody });
    return places.flatMap(([part, names]) =>
      names.filter((name) => !placesOf(call).includes(`${part}.${name}`)).map((name) => `${call.name} ${part}.${name}`),
    );
  });
  expect(undeclared.toSorted()).toEqual(lookedUp.toSorted());
});

/** Calls with a body that only read. */
const previews = ['calculate-pricing', 'validate-promo-code', 'preview-quantities'];
const isReading = ({ name, method }: Call): boolean => method === 'GET' || previews.includes(name);

test('each call of the page that changes something says which reading calls that makes out of date', () => {
  const reads = new Set<string>(calls.filter(isReading).map(({ name }) => name));
  const changing = calls.filter((call) => !isReading(call) && call.access !== 'webhook');
  expect(changing.filter(({ changes }) => !changes).map(({ name }) => name)).toEqual([]);
  for (const { name, changes = [] } of calls)
    expect([name, changes.filter((read) => !reads.has(read))]).toEqual([name, []]);
});

const entry = {
  name: 'an-entry',
  summary: '',
  method: 'POST',
  path: '/api/an-entry',
  response: messageSchema,
} as const;

test.each([
  ['anybody may call it: nothing more', { access: 'public' }, []],
  ['a signed-in user', { access: 'user' }, ['NOT_SIGNED_IN']],
  ['an administrator', { access: 'admin' }, ['NOT_SIGNED_IN', 'ADMIN_ONLY']],
  [
    'a recent authentication',
    { access: 'user', recentAuthentication: true },
    ['NOT_SIGNED_IN', 'RECENT_AUTHENTICATION_REQUIRED'],
  ],
  [
    'nobody who impersonates',
    { access: 'user', impersonation: 'refused' },
    ['NOT_SIGNED_IN', 'IMPERSONATION_FORBIDDEN'],
  ],
  [
    'what it owns, and what it lists itself',
    { access: 'user', owns: [{ kind: 'device', at: 'body.serial' }], errors: ['DEVICE_LOCKED', 'DEVICE_NOT_FOUND'] },
    ['NOT_SIGNED_IN', 'DEVICE_NOT_FOUND', 'DEVICE_LOCKED'],
  ],
  [
    'an idempotency key',
    { access: 'user', idempotent: true },
    ['NOT_SIGNED_IN', 'IDEMPOTENCY_KEY_IN_USE', 'IDEMPOTENCY_KEY_REUSED'],
  ],
] satisfies [string, Partial<Call> & Pick<Call, 'access'>, ErrorCode[]][])(
  'codes beside the common ones: %s',
  (_what, rules, codes) => {
    const common = errorsOf({ ...entry, access: 'public' });
    expect(errorsOf({ ...entry, ...rules })).toEqual([...common, ...codes]);
  },
);

test('only a call of users refuses impersonation or is idempotent; recent authentication needs a session', () => {
  for (const call of calls.filter((one) => one.impersonation ?? one.idempotent))
    expect([call.name, call.access]).toEqual([call.name, 'user']);
  for (const call of calls.filter((one) => one.recentAuthentication)) expect(['user', 'admin']).toContain(call.access);
});

test('no entry lists a code that follows from the rest of it', () => {
  for (const { errors: listed = [], ...rest } of calls)
    expect([rest.name, listed.filter((code) => errorsOf(rest).includes(code))]).toEqual([rest.name, []]);
});

test('each refusal has a text for people and a status of refusal', () => {
  for (const [code, { status, text: words }] of Object.entries(errors))
    expect([code, status >= 400 && status < 600, words.length > 0]).toEqual([code, true, true]);
});

// ASVS 15.3.1
test('no response has a field that its schema does not name', () => {
  for (const call of calls) {
    const schema = JSON.stringify(z.toJSONSchema(call.response, { io: 'output', unrepresentable: 'any' }));
    expect([call.name, schema.includes('"additionalProperties":{}'), schema.includes('"properties"')]).toEqual([
      call.name,
      false,
      true,
    ]);
  }
});
