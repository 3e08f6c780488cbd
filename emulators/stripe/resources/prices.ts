import type Stripe from 'stripe';
import { mergeMetadata, metadata } from '../wire/metadata';
import { page, paging, timeFilter, withinTime, hasAll } from '../wire/paging';
import {
  choice,
  choiceExcept,
  fields,
  flag,
  integer,
  list,
  paramsOf,
  required,
  text,
  not,
  unsupported,
} from '../wire/params';
import { route, type Route } from '../calls/route';
import { errors } from '../wire/errors';
import { changeWithEvent, recordEvent } from '../events/record-event';
import type { Account } from '../state/account';
import { putPrice } from '../rules/catalogue';

const createParams = paramsOf<Stripe.PriceCreateParams>()({
  currency: required(text(3)),
  active: flag(),
  billing_scheme: choiceExcept(['tiered'], 'per_unit'),
  ...not('currency_options custom_unit_amount product_data tiers tiers_mode transform_quantity unit_amount_decimal'),
  lookup_key: text(200),
  metadata: metadata(),
  nickname: text(),
  product: required(text()),
  recurring: fields({
    interval: required(choice('day', 'week', 'month', 'year')),
    interval_count: integer({ min: 1 }),
    meter: unsupported,
    trial_period_days: unsupported,
    usage_type: choiceExcept(['metered'], 'licensed'),
  }),
  tax_behavior: choice('exclusive', 'inclusive', 'unspecified'),
  transfer_lookup_key: flag(),
  unit_amount: required(integer({ min: 0 })),
});
const updateParams = paramsOf<Stripe.PriceUpdateParams>()({
  active: flag(),
  currency_options: unsupported,
  lookup_key: text(200),
  metadata: metadata(),
  nickname: text(),
  tax_behavior: choice('exclusive', 'inclusive', 'unspecified'),
  transfer_lookup_key: flag(),
});
const listParams = paramsOf<Stripe.PriceListParams>()({
  ...paging,
  active: flag(),
  created: timeFilter,
  currency: text(3),
  lookup_keys: list(text(), 10),
  product: text(),
  recurring: fields({
    interval: choice('day', 'week', 'month', 'year'),
    meter: unsupported,
    usage_type: choice('licensed', 'metered'),
  }),
  type: choice('one_time', 'recurring'),
});

/**
 * docs.stripe.com/products-prices/manage-prices#lookup-keys: a key belongs to one price; only transfer_lookup_key moves
 * it to another.
 */
function claimLookupKey(account: Account, key: string | undefined, transfer: boolean, self?: string): void {
  const owner =
    key === undefined
      ? undefined
      : account.store.all('prices').find((one) => one.lookup_key === key && one.id !== self);
  if (!owner) return;
  if (!transfer) {
    throw errors.invalid(`A price (\`${owner.id}\`) already uses that lookup key.`, { param: 'lookup_key' });
  }
  changeWithEvent(account, 'price.updated', 'prices', owner.id, { lookup_key: null });
}

export const priceRoutes: Route[] = [
  route('POST /v1/prices', createParams, ({ account }, given) => {
    account.need('products', given.product, 'product');
    claimLookupKey(account, given.lookup_key, given.transfer_lookup_key ?? false);
    const { recurring } = given;
    const price = putPrice(account, {
      active: given.active ?? true,
      currency: given.currency.toLowerCase(),
      lookup_key: given.lookup_key ?? null,
      metadata: mergeMetadata({}, given.metadata),
      nickname: given.nickname ?? null,
      product: given.product,
      recurring: recurring
        ? {
            interval: recurring.interval,
            interval_count: recurring.interval_count ?? 1,
            meter: null,
            trial_period_days: null,
            usage_type: 'licensed',
          }
        : null,
      tax_behavior: given.tax_behavior ?? 'unspecified',
      unit_amount: given.unit_amount,
    });
    recordEvent(account, 'price.created', 'prices', price);
    return price;
  }),
  route(
    'GET /v1/prices',
    listParams,
    ({ account }, { active, created, currency, lookup_keys: keys, product, recurring, type, ...paging }) => {
      const all = account.store
        .all('prices')
        .filter((one) => hasAll(one, { active, currency, product, type }) && withinTime(one.created, created))
        .filter((one) => !keys || (one.lookup_key !== null && keys.includes(one.lookup_key)))
        .filter((one) => !recurring?.interval || one.recurring?.interval === recurring.interval)
        .filter((one) => recurring?.usage_type !== 'metered' || one.recurring?.usage_type === 'metered');
      return page('/v1/prices', all, paging, 'price');
    },
  ),
  route('GET /v1/prices/{price}', {}, ({ account, path }) => account.need('prices', path['price'] ?? '')),
  route(
    'POST /v1/prices/{price}',
    updateParams,
    ({ account, path }, { metadata: change, transfer_lookup_key: transfer, ...plain }) => {
      const price = account.need('prices', path['price'] ?? '');
      claimLookupKey(account, plain.lookup_key, transfer ?? false, price.id);
      return changeWithEvent(account, 'price.updated', 'prices', price.id, {
        ...plain,
        metadata: mergeMetadata(price.metadata, change),
      });
    },
  ),
];
