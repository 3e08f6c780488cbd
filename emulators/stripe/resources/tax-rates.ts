import type Stripe from 'stripe';
import { newId } from '../state/new-id';
import { nulls, type WireTaxRate } from '../wire/objects';
import { mergeMetadata, metadata } from '../wire/metadata';
import { page, paging, timeFilter, withinTime, hasAll } from '../wire/paging';
import { clearable, decimal, flag, paramsOf, required, text, unsupported } from '../wire/params';
import { route, type Route } from '../calls/route';
import { errors } from '../wire/errors';
import { changeWithEvent, recordEvent } from '../events/record-event';

const changeable = {
  active: flag(),
  country: text(2),
  description: clearable(text()),
  display_name: text(50),
  jurisdiction: clearable(text(50)),
  metadata: metadata(),
  state: unsupported,
  tax_type: unsupported,
} as const;

const createParams = paramsOf<Stripe.TaxRateCreateParams>()({
  ...changeable,
  display_name: required(text(50)),
  inclusive: required(flag()),
  percentage: required(decimal({ above: -1, max: 100 })),
});
const updateParams = paramsOf<Stripe.TaxRateUpdateParams>()(changeable);
const listParams = paramsOf<Stripe.TaxRateListParams>()({
  ...paging,
  active: flag(),
  created: timeFilter,
  inclusive: flag(),
});

/** docs.stripe.com/api/tax_rates: percentage and inclusive never change; a rate is archived, not deleted. */
export const taxRateRoutes: Route[] = [
  route('POST /v1/tax_rates', createParams, ({ account }, given) => {
    if (!given.inclusive) throw errors.unsupported('tax rates that are not inclusive');
    const rate: WireTaxRate = account.put('taxRates', {
      id: newId('txr'),
      object: 'tax_rate',
      active: given.active ?? true,
      country: given.country ?? null,
      created: account.now,
      description: given.description ?? null,
      display_name: given.display_name,
      ...nulls('effective_percentage flat_amount jurisdiction_level state tax_type'),
      inclusive: given.inclusive,
      jurisdiction: given.jurisdiction ?? null,
      livemode: false,
      metadata: mergeMetadata({}, given.metadata),
      percentage: given.percentage,
      rate_type: 'percentage',
    });
    recordEvent(account, 'tax_rate.created', 'taxRates', rate);
    return rate;
  }),
  route('GET /v1/tax_rates', listParams, ({ account }, { active, created, inclusive, ...paging }) => {
    const all = account.store
      .all('taxRates')
      .filter((one) => hasAll(one, { active, inclusive }) && withinTime(one.created, created));
    return page('/v1/tax_rates', all, paging, 'tax rate');
  }),
  route('GET /v1/tax_rates/{tax_rate}', {}, ({ account, path }) => account.need('taxRates', path['tax_rate'] ?? '')),
  route('POST /v1/tax_rates/{tax_rate}', updateParams, ({ account, path }, given) => {
    const rate = account.need('taxRates', path['tax_rate'] ?? '');
    const { metadata: change, ...plain } = given;
    return changeWithEvent(account, 'tax_rate.updated', 'taxRates', rate.id, {
      ...plain,
      ...(change !== undefined && { metadata: mergeMetadata(rate.metadata ?? {}, change) }),
    });
  }),
];
