import type { Account } from '../state/account';
import { newId } from '../state/new-id';
import type { WirePrice, WireProduct } from '../wire/objects';

/** Stores a product; what is not given has Stripe's default. */
export const putProduct = (account: Account, given: Pick<WireProduct, 'name'> & Partial<WireProduct>): WireProduct =>
  account.put('products', {
    id: newId('prod'),
    object: 'product',
    active: true,
    created: account.now,
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: account.now,
    url: null,
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
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    recurring: null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: given.recurring ? 'recurring' : 'one_time',
    unit_amount_decimal: String(given.unit_amount),
    ...given,
  });
