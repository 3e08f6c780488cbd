import type { Account } from '../state/account';
import { newId } from '../state/new-id';
import { nulls, type WirePrice, type WireProduct } from '../wire/objects';

/** Stores a product; what is not given has Stripe's default. */
export const putProduct = (account: Account, given: Pick<WireProduct, 'name'> & Partial<WireProduct>): WireProduct =>
  account.put('products', {
    id: newId('prod'),
    object: 'product',
    active: true,
    created: account.now,
    ...nulls('default_price description package_dimensions shippable statement_descriptor tax_code tax_details'),
    ...nulls('unit_label url'),
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    type: 'service',
    updated: account.now,
    ...given,
  });

type NewPrice = Pick<WirePrice, 'currency' | 'product' | 'unit_amount'> & Partial<WirePrice>;

/** Stores a price for one payment or, with `recurring`, for each period; what is not given has Stripe's default. */
export const putPrice = (account: Account, given: NewPrice): WirePrice =>
  account.put('prices', {
    id: newId('price'),
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: account.now,
    ...nulls('custom_unit_amount lookup_key nickname recurring tiers_mode transform_quantity'),
    livemode: false,
    metadata: {},
    tax_behavior: 'unspecified',
    type: given.recurring ? 'recurring' : 'one_time',
    unit_amount_decimal: String(given.unit_amount),
    ...given,
  });
