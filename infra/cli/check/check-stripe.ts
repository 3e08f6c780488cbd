import StripeSdk, { type Stripe } from 'stripe';
import { ensureCatalogue, taxRates } from '#shared/catalogue';
import { stripeWebhook } from '#shared/contract/platform';
import type { Issuer } from '#shared/model/business';
import { sum } from '#shared/numbers';
import { taxSubscriptions } from '../catalogue';
import { stripeEvents } from '#shared/model/stripe-events';
import { asFinding, ok, question, wrong, type Finding } from './finding';

/** A right of a restricted key: what the server does with a resource, and a read that needs the right to read it. */
interface Right {
  /** As docs/deploy.md names it. */
  name: string;
  writes?: true;
  read: (stripe: Stripe) => Promise<unknown>;
}

const one = { limit: 1 } as const;

/** The rights of the server's key, by the resource of Stripe's SDK; a test compares them with what the server calls. */
export const keyRights: Readonly<Record<string, Right>> = {
  customers: { name: 'customers', writes: true, read: (stripe) => stripe.customers.list(one) },
  subscriptions: { name: 'subscriptions', writes: true, read: (stripe) => stripe.subscriptions.list(one) },
  invoices: { name: 'invoices', writes: true, read: (stripe) => stripe.invoices.list(one) },
  setupIntents: { name: 'setup intents', writes: true, read: (stripe) => stripe.setupIntents.list(one) },
  paymentMethods: { name: 'payment methods', writes: true, read: (stripe) => stripe.paymentMethods.retrieve('none') },
  invoiceItems: { name: 'invoice items', read: (stripe) => stripe.invoiceItems.list(one) },
  creditNotes: { name: 'credit notes', read: (stripe) => stripe.creditNotes.list(one) },
  paymentIntents: { name: 'payment intents', read: (stripe) => stripe.paymentIntents.list(one) },
  invoicePayments: { name: 'invoice payments', read: (stripe) => stripe.invoicePayments.list(one) },
  refunds: { name: 'charges and refunds', read: (stripe) => stripe.refunds.list(one) },
  disputes: { name: 'disputes', read: (stripe) => stripe.disputes.list(one) },
  products: { name: 'products', read: (stripe) => stripe.products.list(one) },
  prices: { name: 'prices', read: (stripe) => stripe.prices.list(one) },
  coupons: { name: 'coupons', read: (stripe) => stripe.coupons.retrieve('none') },
  promotionCodes: { name: 'promotion codes', read: (stripe) => stripe.promotionCodes.list(one) },
  taxRates: { name: 'tax rates', read: (stripe) => stripe.taxRates.list(one) },
  events: { name: 'events', read: (stripe) => stripe.events.list(one) },
};

/** The names of what the key may not read. What does not exist may be read. */
async function missingRights(stripe: Stripe): Promise<string[]> {
  const missing: string[] = [];
  for (const { name, read } of Object.values(keyRights)) {
    await read(stripe).catch((error: unknown) => {
      if (error instanceof StripeSdk.errors.StripePermissionError) missing.push(name);
      else if (!(error instanceof StripeSdk.errors.StripeInvalidRequestError && error.statusCode === 404)) throw error;
    });
  }
  return missing;
}

async function checkKey(stripe: Stripe, publishableKey: string, secretKey: string): Promise<Finding> {
  const live = /^(sk|rk)_live_/.test(secretKey);
  if (live !== publishableKey.startsWith('pk_live_')) {
    return wrong(
      'Stripe keys',
      'the secret key and the publishable key of infra/stage/stages.ts are not of the same mode (live or test)',
    );
  }
  try {
    const missing = await missingRights(stripe);
    return missing.length > 0
      ? wrong('Stripe keys', `the key may not read these, which it needs (docs/deploy.md): ${missing.join(', ')}`)
      : ok('Stripe keys', `accepted, ${live ? 'live' : 'test'} mode; whether it may write shows with the first order`);
  } catch (error) {
    if (error instanceof StripeSdk.errors.StripeAuthenticationError)
      return wrong('Stripe keys', 'Stripe does not know the secret key: put a valid one into the secret');
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

async function checkWebhook(stripe: Stripe, portalOrigin: string): Promise<Finding> {
  const what = 'Stripe webhook';
  const url = `${portalOrigin}${stripeWebhook.path}`;
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  const endpoint = data.find((one) => one.url === url);
  if (!endpoint)
    return wrong(
      what,
      `there is no endpoint ${url}: make one in Stripe's dashboard, and put its signing secret into the secret`,
    );
  if (endpoint.status !== 'enabled') return wrong(what, `the endpoint ${url} is ${endpoint.status}`);
  const enabled = endpoint.enabled_events;
  const missing = stripeEvents.filter((event) => !enabled.includes('*') && !enabled.includes(event));
  if (missing.length > 0) return wrong(what, `the endpoint does not get these events: ${missing.join(', ')}`);
  return ok(what, `${url} gets what it needs; whether its signing secret is the one in the secret shows with an event`);
}

const numberWhat = 'Stripe account tax id';
const roundingWhat = 'Stripe rounding of tax';

async function checkSubscriptions(stripe: Stripe): Promise<Finding> {
  const what = 'Stripe tax of subscriptions';
  const { there, changed, waiting, different } = await taxSubscriptions(stripe, { dryRun: true });
  const lacking = [...changed, ...waiting];
  if (lacking.length > 0)
    return wrong(what, `${lacking.length} carry no tax rate: npm run catalogue -- --stage NAME gives it to them`);
  if (different.length > 0)
    return wrong(what, `other rates than ours are on ${different.join(', ')}: mend them in Stripe's dashboard`);
  return ok(what, `all ${there} carry the rate`);
}

/**
 * An invoice carries the account tax ids that were the default when it was made
 * (docs.stripe.com/invoicing/taxes/account-tax-ids).
 */
async function checkIssuer(stripe: Stripe, issuer: Issuer): Promise<Finding[]> {
  const [account, { data }] = await Promise.all([
    stripe.accounts.retrieveCurrent(),
    stripe.taxIds.list({ owner: { type: 'self' }, limit: 100 }),
  ]);
  const { name, registrationNumber } = issuer;
  const own = data.find(({ type, value }) => type === 'jp_trn' && value === registrationNumber);
  const defaults = (account.settings?.invoices?.default_account_tax_ids ?? []).map((one) =>
    typeof one === 'string' ? one : one.id,
  );
  const where = 'Settings > Business > Tax details';
  const number = !own
    ? wrong(numberWhat, `the account has no tax id jp_trn ${registrationNumber}: add it under ${where}`)
    : defaults.includes(own.id)
      ? ok(numberWhat, `invoices carry ${registrationNumber}`)
      : wrong(numberWhat, `${registrationNumber} is not on new invoices: make it the default under ${where}`);
  const shown = account.business_profile?.name ?? account.settings?.dashboard.display_name ?? '';
  const nameWhat = 'Stripe name of the issuer';
  return [
    number,
    shown === name
      ? ok(nameWhat, `invoices carry ${name}`)
      : wrong(nameWhat, `it is "${shown}", not "${name}": change it under Settings > Business > Public details`),
  ];
}

const { percentage } = taxRates.consumption;

type Rounding = 'invoice' | 'line';

/** The consumption tax included in an amount of yen, rounded as Stripe rounds: to the nearest yen. */
const taxIn = (amount: number): number =>
  Math.sign(amount) * Math.round((Math.abs(amount) * percentage) / (100 + percentage));

/** The way an invoice's tax was rounded; undefined if both ways give the same result. */
function roundingOf({ lines, total_taxes: taxes }: Stripe.Invoice): Rounding | undefined {
  const taxed = lines.data.filter((line) => (line.taxes ?? []).some(({ taxable_amount: base }) => base !== null));
  const nets = taxed.map((line) => line.amount - sum((line.discount_amounts ?? []).map(({ amount }) => amount)));
  const [tax] = taxes ?? [];
  if (nets.length < 2 || tax?.tax_behavior !== 'inclusive' || taxes?.length !== 1 || lines.has_more) return undefined;
  const once = taxIn(sum(nets));
  const byLine = sum(nets.map((net) => taxIn(net)));
  if (once === byLine) return undefined;
  return tax.amount === once ? 'invoice' : 'line';
}

/** Tax is rounded once for each rate (National Tax Agency, qualified invoices, No. 57): the newest invoice tells. */
async function checkRounding(stripe: Stripe): Promise<Finding> {
  const where = 'Settings > Billing > Invoices, "Tax rounding": at invoice level';
  const { data } = await stripe.invoices.list({ limit: 100 });
  for (const invoice of data) {
    const rounding = roundingOf(invoice);
    const proof = `as ${invoice.number ?? invoice.id} shows`;
    if (rounding === 'invoice') return ok(roundingWhat, `once for an invoice, ${proof}`);
    if (rounding === 'line') return wrong(roundingWhat, `at each line, ${proof}: change ${where}`);
  }
  return question(roundingWhat, `none of the newest invoices shows it; is it once for an invoice (${where})?`);
}

/** Whether the account's invoices are qualified invoices (適格請求書) of the stage's issuer. Changes nothing. */
export async function checkTax(stripe: Stripe, issuer: Issuer | undefined): Promise<Finding[]> {
  return [
    ...(await asFinding('Stripe tax of subscriptions', () => checkSubscriptions(stripe))),
    ...(issuer
      ? await asFinding(numberWhat, () => checkIssuer(stripe, issuer))
      : [
          question(
            numberWhat,
            'the stage names no `issuer`, so its invoices are not qualified invoices (適格請求書); is that meant?',
          ),
        ]),
    ...(await asFinding(roundingWhat, () => checkRounding(stripe))),
  ];
}

/** Settings that no request of Stripe's API shows. */
const questions: readonly Finding[] = [
  question(
    'Stripe failed payments',
    'does a subscription stay past due after the first and the last failed payment (Billing > Revenue recovery > ' +
      'Retries)? Where Stripe cancels or pauses it by itself, or marks the invoice uncollectible, nobody is told as ' +
      'the terms promise (decisions/ends)',
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
