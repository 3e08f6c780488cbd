import * as z from 'zod/mini';
import { mostDevices } from '../constants';

export const wrongTotal = `台数は1〜${mostDevices}台で入力してください`;
const wrongQuantity = `数量は0〜${mostDevices}で入力してください`;
const wrongItems = '変更する数量を指定してください';

/** Total of devices of a subscription (spec 5, Quantity stepper). */
export const totalSchema = z.int(wrongTotal).check(z.minimum(1, wrongTotal), z.maximum(mostDevices, wrongTotal));
const itemQuantity = z.int(wrongQuantity).check(z.minimum(0, wrongQuantity), z.maximum(mostDevices, wrongQuantity));
/** Quantities by subscription item; a subscription has at most 20 items. */
const byItem = z
  .record(z.string().check(z.maxLength(100)), itemQuantity, wrongItems)
  .check(z.refine((map) => Object.keys(map).length <= 20, wrongItems));

/**
 * The body of POST /api/stripe/subscription/{id}/quantities (spec 7): new quantities by subscription item, and the
 * total of devices. The server splits the total into tiers itself; a split in the request is checked, never trusted.
 * `seen` are the quantities that the caller was shown: if they have changed since, nothing is changed.
 */
export const quantitiesSchema = z.object({
  quantities: byItem,
  total: z.optional(totalSchema),
  seen: z.optional(byItem),
});

/** The same with the date of the preview that was shown (unix seconds), as of which it is charged. */
export const quantityChangeSchema = z.extend(quantitiesSchema, {
  prorationDate: z.optional(z.int().check(z.minimum(1))),
  /** What was shown as due now, in yen; if anything else would be charged, it is refused with PRICE_CHANGED. */
  dueNow: z.optional(z.int().check(z.minimum(0), z.maximum(99_999_999))),
  /** The devices that go back with a lower total, by their serial numbers. */
  serials: z.optional(z.array(z.string().check(z.minLength(1), z.maxLength(200))).check(z.maxLength(mostDevices))),
});
export type Quantities = z.output<typeof quantitiesSchema>;
export type QuantityChange = z.output<typeof quantityChangeSchema>;
