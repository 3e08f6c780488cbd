import * as z from 'zod/mini';
import { metadataKeys } from './customer';
import { tidyPhone, tidyPostalCode } from './digits';
import { asLine } from './one-line';

const tooLong = '500文字以内で入力してください';
/** Plain text without constraints (spec 5, Store edit) except Stripe's own length (docs.stripe.com/api/metadata). */
const text = z.string().check(asLine, z.maxLength(500, tooLong));
/** A phone number in any form; Stripe accepts 20 characters (docs.stripe.com/api/customers/update). */
const phone = z
  .string()
  .check(z.trim(), z.overwrite(tidyPhone), z.maxLength(20, '電話番号は20文字以内で入力してください'));

const address = z.object({
  postal_code: text.check(z.overwrite(tidyPostalCode)),
  state: text,
  city: z._default(text, ''),
  line1: text,
  line2: z._default(text, ''),
  country: z._default(z.literal('JP'), 'JP'),
});

/** The body of POST /api/stripe/customer/{customerId}/metadata (spec 7); fields that are left out stay unchanged. */
export const shopEditSchema = z.object({
  address: z.optional(address),
  shipping: z.optional(z.object({ address, name: text, phone: z.optional(phone) })),
  phone: z.optional(phone),
  metadata: z.optional(z.object({ [metadataKeys.salonName]: text })),
});
export type ShopEdit = z.output<typeof shopEditSchema>;
