import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as fc from 'fast-check';
import StripeSdk from 'stripe';
import { calls, type ListedCall } from '#shared/contract/index';
import { errorsOf } from '#shared/contract/call';
import { ensureCatalogue } from '#shared/catalogue';
import { sampleOf } from '../../e2e/testing/samples';
import { createStripeEmulator } from '../../emulators/stripe/index';
import type { ApiRequest } from '../../local/testing/functions';
import { randomCases } from '../../local/testing/random';
import { Browser, handlerOf } from '#functions/testing/browser';
import { signedIn } from '#functions/testing/signed-in';
import { startSignInServices } from '#functions/testing/sign-in-services';

/** Started once, because what one case leaves behind does not affect the next. */
let services: Awaited<ReturnType<typeof startSignInServices>>;
beforeAll(async () => {
  services = await startSignInServices(async (clock) => ({ stripe: await createStripeEmulator({ clock }) }));
  await services.startAfresh();
  const key = 'sk_test_local';
  const SecretString = JSON.stringify({ secretKey: key, webhookSecret: 'whsec_test' });
  await new SecretsManagerClient({}).send(new CreateSecretCommand({ Name: 'stripe', SecretString }));
  process.env['STRIPE_SECRET_ARN'] = 'stripe';
  process.env['STRIPE_PUBLISHABLE_KEY'] = 'pk_test_local';
  const { hostname, port } = new URL(services.urls.stripe ?? '');
  await ensureCatalogue(new StripeSdk(key, { host: hostname, port, protocol: 'http', telemetry: false }));
});
afterAll(() => services.close());

/** A failing case names its seed and path; the same inputs are tried in every run. */
const runs = { numRuns: randomCases(1_000), seed: 20_270_115, endOnFailure: true };
const throughTheHandler = randomCases(20);

type Json = fc.JsonValue;
const isObject = (value: unknown): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Texts at the edges: other scripts, controls, names that JavaScript gives a meaning, digits in other forms. */
const edgeTexts = fc.constantFrom(
  '',
  ' ',
  '　',
  '\u0000',
  '\u202e',
  '\ud800',
  '０９０１２３４５６７８',
  '090-1234-5678',
  'あ'.repeat(300),
  '__proto__',
  'constructor',
  '$ne',
  '../..',
  '<script>',
  "' or 1=1",
  'true',
  '1e999',
);
const anything: fc.Arbitrary<Json> = fc.oneof(
  edgeTexts,
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary' }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** The sample with some of its values replaced or left out, and others added; sometimes anything else. */
function bodies(sample: unknown): fc.Arbitrary<Json> {
  const near = (value: unknown): fc.Arbitrary<Json> => {
    if (!isObject(value)) return fc.oneof({ weight: 4, arbitrary: fc.constant(value as Json) }, anything);
    const fields = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, near(inner)]));
    return fc
      .tuple(
        fc.record(fields, { requiredKeys: [] }),
        fc.dictionary(fc.string({ maxLength: 12 }), anything, { maxKeys: 2 }),
      )
      .chain(([kept, more]) =>
        fc.oneof(
          { weight: 3, arbitrary: fc.constant<Json>({ ...value, ...kept }) },
          fc.constant<Json>(kept),
          fc.constant<Json>({ ...kept, ...more }),
        ),
      );
  };
  return fc.oneof({ weight: 6, arbitrary: near(sample) }, anything);
}

const isWrite = (operation: string): boolean => !/ (Query|GetItem|BatchGetItem|Scan)$/.test(operation);
const withBody = calls.filter(({ body, access }) => body && access !== 'webhook');

// ASVS 2.1.1
describe.each(withBody.map((call) => [`${call.method} ${call.path}`, call] as const))(
  '%s',
  (_title, call: ListedCall) => {
    test('any body: the schema decides without an error, and the same for what it returned', () => {
      fc.assert(
        fc.property(bodies(sampleOf(call)), (body) => {
          const first = call.body!.safeParse(body);
          if (first.success) expect(call.body!.safeParse(first.data)).toEqual(first);
          else expect(first.error.issues.length).toBeGreaterThan(0);
        }),
        runs,
      );
    });

    test('any body and any id in its path: no 5xx, and nothing written by a refusal of the schema', async () => {
      const handler = await handlerOf(call);
      const user = await services.createUser({ email: `${call.name}@example.jp` });
      const { cookies } = call.access === 'public' ? new Browser() : await signedIn(user);
      const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      const cases = fc.tuple(
        bodies(sampleOf(call)),
        fc.record(Object.fromEntries(names.map((name) => [name, edgeTexts]))),
      );
      for (const [body, params] of fc.sample(cases, { ...runs, numRuns: throughTheHandler })) {
        services.operations.length = 0;
        const request: ApiRequest = {
          method: call.method,
          path: call.path,
          params,
          body: JSON.stringify(body),
          cookies,
        };
        const response = await new Browser('198.51.100.77').send(handler, request);
        const shown = JSON.stringify({ body, params, response: response.body });
        expect([shown, response.status < 500]).toEqual([shown, true]);
        if (response.status !== 200) expect(errorsOf(call)).toContain(response.body['code']);
        if (!call.body!.safeParse(body).success) {
          expect([shown, response.status >= 400]).toEqual([shown, true]);
          expect([shown, services.operations.filter(isWrite)]).toEqual([shown, []]);
        }
      }
    });
  },
);

const [days, amounts, positions] = [
  fc.constantFrom('2026-11-30', '2027-01-15', '2027-02-30', '9999-12-31', '0000-01-01'),
  fc.constantFrom('0', '99', '999999999'),
  fc.constantFrom('2027-01-15#001800000000#in_1', '9999-99-99#000000000000#_'),
];
const plausible: Readonly<Record<string, fc.Arbitrary<string>>> = {
  from: days,
  to: days,
  min: amounts,
  max: amounts,
  state: fc.constantFrom('paid', 'open'),
  cursor: positions,
};
/** Values of a key that its schema takes, or anything else. */
const queryTexts = (key: string): fc.Arbitrary<string> =>
  fc.oneof({ weight: 9, arbitrary: plausible[key] ?? fc.constant('cus_1') }, { weight: 1, arbitrary: edgeTexts });
const withQuery = calls.filter(({ query, access }) => query && access !== 'webhook');

describe.each(withQuery.map((call) => [`${call.method} ${call.path}`, call] as const))(
  '%s',
  (_title, call: ListedCall) => {
    const keys = Object.keys((call.query as unknown as { def: { shape: object } }).def.shape);
    const queries = fc
      .record(Object.fromEntries(keys.map((key) => [key, queryTexts(key)])), { requiredKeys: [] })
      .map((query) => query as Record<string, string>);

    test('any query: no 5xx, and nothing written by a refusal', async () => {
      const handler = await handlerOf(call);
      const user = await services.createUser({ email: `${call.name}@example.jp` });
      const { cookies } = call.access === 'public' ? new Browser() : await signedIn(user);
      for (const query of fc.sample(queries, { ...runs, numRuns: 5 * throughTheHandler })) {
        services.operations.length = 0;
        const request: ApiRequest = { method: call.method, path: call.path, query, cookies };
        const response = await new Browser('198.51.100.78').send(handler, request);
        const shown = JSON.stringify({ query, response: response.body });
        expect([shown, response.status < 500]).toEqual([shown, true]);
        if (response.status !== 200) expect(errorsOf(call)).toContain(response.body['code']);
        if (!call.query!.safeParse(query).success) {
          expect([shown, response.status >= 400]).toEqual([shown, true]);
          expect([shown, services.operations.filter(isWrite)]).toEqual([shown, []]);
        }
      }
    });
  },
);
