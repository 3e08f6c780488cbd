import StripeSdk from 'stripe';
import { serve, type Served, StillClock } from '#emulators/platform';
import { createStripeEmulator } from '#emulators/stripe';
import { ensureCatalogue } from '#shared/catalogue';
import { stripeClient } from '../stage';
import { endpointEvents } from '#shared/model/stripe-events';
import { checkStripe } from './check-stripe';

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
  expect(await findingFor(endpointEvents)).toMatchObject({ state: 'ok' });
  expect(
    await findingFor(endpointEvents.filter((event) => event !== 'customer.deleted' && event !== 'invoice.paid')),
  ).toMatchObject({
    state: 'wrong',
    say: 'the endpoint does not get these events: customer.deleted, invoice.paid',
  });
});

test('an unknown key, or keys of two modes: the check ends there', async () => {
  expect(await states({ secretKey: 'sk_test_another' })).toEqual({ 'Stripe keys': 'wrong' });
  expect(await states({ publishableKey: 'pk_live_other' })).toEqual({ 'Stripe keys': 'wrong' });
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
