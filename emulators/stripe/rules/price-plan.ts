import { nulls, type WirePlan, type WirePrice } from '../wire/objects';

/** The older form of a price, which subscription items still carry. */
export const planOf = (price: WirePrice): WirePlan => ({
  id: price.id,
  object: 'plan',
  active: price.active,
  amount: price.unit_amount,
  amount_decimal: price.unit_amount_decimal,
  billing_scheme: 'per_unit',
  created: price.created,
  currency: price.currency,
  interval: price.recurring?.interval ?? 'month',
  interval_count: price.recurring?.interval_count ?? 1,
  livemode: false,
  metadata: price.metadata,
  ...nulls('meter tiers_mode transform_usage trial_period_days'),
  nickname: price.nickname,
  product: price.product,
  usage_type: 'licensed',
});
