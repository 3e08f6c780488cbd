import StripeSdk, { type Stripe } from 'stripe';
import { ensureCatalogue } from '#shared/ensure-catalogue';
import { stripeWebhook } from '#shared/contract/platform';
import type { Issuer } from '#shared/model/issuer';
import { endpointEvents } from '#shared/model/stripe-events';
import { checkTax } from './check-tax';
import { asFinding, ok, question, wrong, type Finding } from './finding';

async function checkKey(stripe: Stripe, publishableKey: string, secretKey: string): Promise<Finding[]> {
  const live = /^(sk|rk)_live_/.test(secretKey);
  if (live !== publishableKey.startsWith('pk_live_')) {
    return [
      wrong(
        'Stripe keys',
        'the secret key and the publishable key of infra/stage/stages.ts are not of the same mode (live or test)',
      ),
    ];
  }
  try {
    await stripe.prices.list({ limit: 1 });
    return [ok('Stripe keys', `accepted, ${live ? 'live' : 'test'} mode`)];
  } catch (error) {
    if (error instanceof StripeSdk.errors.StripeAuthenticationError)
      return [wrong('Stripe keys', 'Stripe does not know the secret key: put a valid one into the secret')];
    if (error instanceof StripeSdk.errors.StripePermissionError)
      return [wrong('Stripe keys', `the key lacks a right: ${error.message}`)];
    throw error;
  }
}

async function checkCatalogue(stripe: Stripe): Promise<Finding[]> {
  const outcomes = await ensureCatalogue(stripe, { dryRun: true });
  return outcomes.map(({ kind, key, outcome, detail }) => {
    const what = `Stripe ${kind} ${key}`;
    if (outcome === 'there') return ok(what, 'as the catalogue has it');
    return wrong(
      what,
      outcome === 'missing'
        ? `missing${detail === undefined ? '' : `, ${detail}`}: npm run catalogue -- --stage NAME makes it`
        : `differs: ${detail ?? ''}`,
    );
  });
}

async function checkWebhook(stripe: Stripe, portalOrigin: string): Promise<Finding[]> {
  const url = `${portalOrigin}${stripeWebhook.path}`;
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  const endpoint = data.find((one) => one.url === url);
  if (!endpoint)
    return [
      wrong(
        'Stripe webhook',
        `there is no endpoint ${url}: make one in Stripe's dashboard, and put its signing secret into the secret`,
      ),
    ];
  if (endpoint.status !== 'enabled') return [wrong('Stripe webhook', `the endpoint ${url} is ${endpoint.status}`)];
  const enabled = endpoint.enabled_events;
  const missing = endpointEvents.filter((event) => !enabled.includes('*') && !enabled.includes(event));
  if (missing.length > 0)
    return [wrong('Stripe webhook', `the endpoint does not get these events: ${missing.join(', ')}`)];
  return [
    ok(
      'Stripe webhook',
      `${url} gets what it needs; whether its signing secret is the one in the secret shows with the first event`,
    ),
  ];
}

/** Settings that no request of Stripe's API shows. */
const questions: readonly Finding[] = [
  question(
    'Stripe failed payments',
    'does a subscription stay past due after the last retry (Settings > Billing > Subscriptions and emails)? ' +
      'Where Stripe cancels it by itself, nobody is told as the terms promise (decisions/ends)',
  ),
  question(
    'Stripe wallets',
    "are Apple Pay and Google Pay switched on, and is the portal's domain among the payment method domains " +
      '(Settings > Payments > Payment methods, Payment method domains)? Else owners see card fields alone',
  ),
];

/** Whether a stage's Stripe account meets the portal's needs: keys, catalogue, webhook. Changes nothing. */
export async function checkStripe(
  stripe: Stripe,
  stage: { portalOrigin: string; publishableKey: string; secretKey: string; issuer?: Issuer | undefined },
): Promise<Finding[]> {
  const keys = await asFinding('Stripe keys', () => checkKey(stripe, stage.publishableKey, stage.secretKey));
  if (keys.some(({ state }) => state !== 'ok')) return keys;
  return [
    ...keys,
    ...(await asFinding('Stripe catalogue', () => checkCatalogue(stripe))),
    ...(await asFinding('Stripe webhook', () => checkWebhook(stripe, stage.portalOrigin))),
    ...(await checkTax(stripe, stage.issuer)),
    ...questions,
  ];
}
