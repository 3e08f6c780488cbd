import type { Stripe } from 'stripe';
import type { Issuer } from '#shared/model/issuer';
import { taxRates } from '#shared/model/tax-rates';
import { sum } from '#shared/sum';
import { taxSubscriptions } from '../tax-subscriptions';
import { asFinding, ok, question, wrong, type Finding } from './finding';

const numberWhat = 'Stripe account tax id';
const roundingWhat = 'Stripe rounding of tax';

async function checkSubscriptions(stripe: Stripe): Promise<Finding[]> {
  const what = 'Stripe tax of subscriptions';
  const { there, changed, waiting, different } = await taxSubscriptions(stripe, { dryRun: true });
  const lacking = [...changed, ...waiting];
  if (lacking.length > 0)
    return [wrong(what, `${lacking.length} carry no tax rate: npm run catalogue -- --stage NAME gives it to them`)];
  if (different.length > 0)
    return [wrong(what, `other rates than ours are on ${different.join(', ')}: mend them in Stripe's dashboard`)];
  return [ok(what, `all ${there} carry the rate`)];
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

/**
 * A qualified invoice rounds tax once for each rate, not at each line (National Tax Agency, questions and answers on
 * qualified invoices, No. 57). No request returns the setting; the newest invoice with different results shows it.
 */
async function checkRounding(stripe: Stripe): Promise<Finding[]> {
  const where = 'Settings > Billing > Invoices, "Tax rounding": at invoice level';
  const { data } = await stripe.invoices.list({ limit: 100 });
  for (const invoice of data) {
    const rounding = roundingOf(invoice);
    if (rounding === 'invoice')
      return [ok(roundingWhat, `once for an invoice, as ${invoice.number ?? invoice.id} shows`)];
    if (rounding === 'line')
      return [wrong(roundingWhat, `at each line, as ${invoice.number ?? invoice.id} shows: change ${where}`)];
  }
  return [question(roundingWhat, `none of the newest invoices shows it; is it once for an invoice (${where})?`)];
}

/**
 * Whether the account's invoices are qualified invoices (適格請求書) of the stage's issuer: rate, number, name, rounding.
 * Changes nothing.
 */
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
