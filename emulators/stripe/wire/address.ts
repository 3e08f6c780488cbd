import type Stripe from 'stripe';
import { clearable, fields, required, text, type Params } from './params';

const lines = {
  city: clearable(text()),
  country: clearable(text(2)),
  line1: clearable(text()),
  line2: clearable(text()),
  postal_code: clearable(text()),
  state: clearable(text()),
};

export const addressParam = fields(lines);
export const shippingParam = fields({
  address: required(addressParam),
  name: required(text()),
  phone: clearable(text()),
});

/** The object has every line; missing ones are null. */
export function toAddress(given: Params<typeof lines>): Stripe.Address {
  const { city = null, country = null, line1 = null, line2 = null, postal_code = null, state = null } = given;
  return { city, country, line1, line2, postal_code, state };
}
