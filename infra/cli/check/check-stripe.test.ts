import { readdirSync, readFileSync } from 'node:fs';
import StripeSdk from 'stripe';
import { serve, type Served, StillClock } from '#emulators/platform';
import { createStripeEmulator } from '#emulators/stripe';
import { ensureCatalogue } from '#shared/catalogue';
import { stripeClient } from '../stage';
import { stripeEvents } from '#shared/model/stripe-events';
import { checkStripe, keyRights } from './check-stripe';

const portalOrigin = 'https://portal.example.jp';
const stage: Parameters<typeof checkStripe>[1] & { secretKey: string } = {
  portalOrigin,
  publishableKey: 'pk_test_local',
  secretKey: 'sk_test_local',
};
let webhookUrl: string | undefined;
let served: Served;

beforeEach(async () => {
  webhookUrl = `${portalOrigin}/api/webhooks/stripe`;
  const clock = new StillClock(Date.parse('2027-01-15T03:00:00Z'));
  served = await serve(
    await createStripeEmulator({
      clock,
      webhook: () => (webhookUrl === undefined ? undefined : { url: webhookUrl, secret: 'whsec_test' }),
    }),
  );
});
afterEach(() => served.close());

const states = async (settings: Partial<typeof stage> = {}) => {
  const asked = { ...stage, ...settings };
  return Object.fromEntries(
    (await checkStripe(stripeClient(asked.secretKey, served.url), asked)).map(({ what, state }) => [what, state]),
  );
};

test('an account with catalogue and webhook: no finding is wrong', async () => {
  await ensureCatalogue(stripeClient('sk_test_local', served.url));
  const found = await states();
  expect(found).toEqual({
    'Stripe keys': 'ok',
    'Stripe price revonizer_first_unit_monthly': 'ok',
    'Stripe price revonizer_second_to_fourth_monthly': 'ok',
    'Stripe price revonizer_fifth_and_more_monthly': 'ok',
    'Stripe tax rate consumption-tax-10': 'ok',
    'Stripe tax rate untaxed': 'ok',
    'Stripe webhook': 'ok',
    'Stripe tax of subscriptions': 'ok',
    'Stripe account tax id': 'question',
    'Stripe rounding of tax': 'question',
    'Stripe failed payments': 'question',
    'Stripe wallets': 'question',
  });
});

test('a new account: the catalogue is missing; no endpoint: the webhook is missing', async () => {
  const found = await states();
  expect(Object.values(found).filter((state) => state === 'wrong')).toHaveLength(5);
  expect(found).toMatchObject({
    'Stripe keys': 'ok',
    'Stripe price revonizer_first_unit_monthly': 'wrong',
    'Stripe tax rate consumption-tax-10': 'wrong',
    'Stripe webhook': 'ok',
    'Stripe tax of subscriptions': 'unknown',
  });
  webhookUrl = 'https://elsewhere.example/api/webhooks/stripe';
  expect((await states())['Stripe webhook']).toBe('wrong');
  webhookUrl = undefined;
  expect((await states())['Stripe webhook']).toBe('wrong');
});

test('an endpoint receives only some events: the missing ones are named', async () => {
  const stripe = stripeClient('sk_test_local', served.url);
  const { data, ...page } = await stripe.webhookEndpoints.list();
  const [endpoint] = data;
  if (!endpoint) throw new Error('There is no endpoint');
  const findingFor = async (enabled: readonly string[]) => {
    stripe.webhookEndpoints.list = (async () => ({
      ...page,
      data: [{ ...endpoint, enabled_events: [...enabled] }],
    })) as never;
    return (await checkStripe(stripe, stage)).find(({ what }) => what === 'Stripe webhook');
  };
  expect(await findingFor(stripeEvents)).toMatchObject({ state: 'ok' });
  expect(
    await findingFor(stripeEvents.filter((event) => event !== 'customer.deleted' && event !== 'invoice.paid')),
  ).toMatchObject({
    state: 'wrong',
    say: 'the endpoint does not get these events: customer.deleted, invoice.paid',
  });
});

test('an unknown key, or keys of two modes: the check ends there', async () => {
  expect(await states({ secretKey: 'sk_test_another' })).toEqual({ 'Stripe keys': 'wrong' });
  expect(await states({ publishableKey: 'pk_live_other' })).toEqual({ 'Stripe keys': 'wrong' });
});

test('the key lacks rights: they are named, and the check ends there', async () => {
  const stripe = stripeClient('sk_test_local', served.url);
  const refuse = () =>
    Promise.reject(
      new StripeSdk.errors.StripePermissionError({ message: 'no', type: 'invalid_request_error' } as never),
    );
  stripe.creditNotes.list = refuse as never;
  stripe.coupons.retrieve = refuse;
  expect(await checkStripe(stripe, stage)).toEqual([
    expect.objectContaining({
      state: 'wrong',
      say: expect.stringMatching(/docs\/deploy\.md\): credit notes, coupons$/),
    }),
  ]);
});

/** What the server calls of Stripe: each resource, and whether one of the calls writes. */
function called(): Map<string, boolean> {
  const found = new Map<string, boolean>();
  const product = readdirSync('functions', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|^(testing|walks)\//.test(path))
    .map((path) => `functions/${path}`);
  for (const path of [...product, 'shared/catalogue.ts'])
    for (const [, resource = '', method = ''] of readFileSync(path, 'utf8').matchAll(
      /\b(?:stripe|charging)(?:\([^)]*\))?\s*\.(\w+)\s*\.(\w+)\(/g,
    )) {
      const tool = path === 'shared/catalogue.ts' && method === 'create';
      const writes = !tool && !/^(retrieve|list|createPreview)/.test(method);
      found.set(resource, writes || (found.get(resource) ?? false));
    }
  return found;
}

test('the rights of the key are those that the server’s calls need, and docs/deploy.md has the same ones', () => {
  const kept = Object.entries(keyRights);
  expect(new Map(kept.map(([resource, { writes = false }]) => [resource, writes]))).toEqual(called());
  const [, writes, reads] =
    /A restricted key writes (.*?);\s+reads (.*?)\./s.exec(readFileSync('docs/deploy.md', 'utf8')) ?? [];
  const names = (text = ''): string[] => text.replaceAll(/\s+/g, ' ').split(', ').toSorted();
  const rights = (wanted: boolean): string[] =>
    kept.flatMap(([, { name, writes: may = false }]) => (may === wanted ? [name] : [])).toSorted();
  expect(names(writes)).toEqual(rights(true));
  expect(names(reads)).toEqual(rights(false));
});

test('no response: reported as unknown', async () => {
  const nobody = new StripeSdk('sk_test_local', {
    host: '127.0.0.1',
    port: 9,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });
  expect((await checkStripe(nobody, stage)).map(({ state }) => state)).toEqual(['unknown']);
});
