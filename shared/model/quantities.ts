import * as z from 'zod/mini';

const wrongTotal = '台数は1〜99台で入力してください';
const wrongQuantity = '数量は0〜99で入力してください';
const wrongItems = '変更する数量を指定してください';

/** Total of devices of a contract: 1 to 99 (spec 5, Quantity stepper). */
export const totalSchema = z.int(wrongTotal).check(z.minimum(1, wrongTotal), z.maximum(99, wrongTotal));
const itemQuantity = z.int(wrongQuantity).check(z.minimum(0, wrongQuantity), z.maximum(99, wrongQuantity));
/** Quantities by subscription item; a subscription has 20 items at most. */
const byItem = z
  .record(z.string().check(z.maxLength(100)), itemQuantity, wrongItems)
  .check(z.refine((map) => Object.keys(map).length <= 20, wrongItems));

/**
 * What POST /api/stripe/subscription/{id}/quantities takes (spec 7): new quantities by subscription item, and the
 * total of devices. The server splits the total into tiers itself; a split that a caller sends is checked, never
 * believed. `seen` are the quantities that the caller was shown: where they are no longer so, nothing is changed.
 */
export const quantitiesSchema = z.object({
  quantities: byItem,
  total: z.optional(totalSchema),
  seen: z.optional(byItem),
});

/** The same with the preview it was shown: the pro-rata amount is the one of that moment (unix seconds). */
export const quantityChangeSchema = z.extend(quantitiesSchema, {
  prorationDate: z.optional(z.int().check(z.minimum(1))),
});
export type Quantities = z.output<typeof quantitiesSchema>;
export type QuantityChange = z.output<typeof quantityChangeSchema>;
