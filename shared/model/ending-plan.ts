import * as z from 'zod/mini';

/** A charge that is still to come; yen, and the unix seconds at which its invoice is made. */
const comingChargeSchema = z.object({ at: z.number(), amount: z.number() });
export type ComingCharge = z.output<typeof comingChargeSchema>;

/** An end that can be chosen, with everything that it means (shared/model/ending.ts). Times in unix seconds. */
const endingChoiceSchema = z.object({
  way: z.enum(['now', 'period', 'later']),
  endsAt: z.number(),
  lastUse: z.number(),
  boxBy: z.number(),
  returnBy: z.number(),
  /** From Stripe's own previews, oldest first; charges of 0 yen are left out. */
  charges: z.array(comingChargeSchema),
  /** The sum of `charges`. */
  total: z.number(),
  /** Yen already paid for the time after this end, which is not refunded, by Stripe's own preview. */
  unrefunded: z.number(),
});
export type EndingChoice = z.output<typeof endingChoiceSchema>;

export const endingPreviewSchema = z.object({
  choices: z.array(endingChoiceSchema),
  /** Devices that go back; 0 for a subscription that has not begun. */
  devices: z.number(),
  /** Yen of invoices that are late; owed for every choice. */
  owed: z.number(),
  /** The planned end, in unix seconds; null for none. */
  planned: z.nullable(z.number()),
});
export type EndingPreview = z.output<typeof endingPreviewSchema>;

/** Yen for a device that does not come back (spec 9). */
export const lostDevicePrice = 198_000;

/** An amount that was shown to an owner, in yen. */
const shownAmount = z.int().check(z.minimum(0), z.maximum(99_999_999));

/**
 * What an owner decides: the end by its unix seconds (null: at once), the costs that were shown for it, and the end
 * that was shown as planned (null for none): a screen that does not know of another one replaces none.
 */
export const endingOrderSchema = z.object({
  endsAt: z.nullable(z.int()),
  seen: z.object({ total: shownAmount, owed: shownAmount, planned: z.optional(z.nullable(z.int())) }),
});
export type EndingOrder = z.output<typeof endingOrderSchema>;

/** The proof that an end was accepted (解約受付書). Times in unix seconds, amounts in yen. */
export const endingReceiptSchema = z.object({
  number: z.string(),
  acceptedAt: z.number(),
  shopName: z.string(),
  subscriptionId: z.string(),
  /** Name of the subscription's products. */
  contract: z.string(),
  devices: z.number(),
  endsAt: z.number(),
  atOnce: z.boolean(),
  boxBy: z.number(),
  returnBy: z.number(),
  /** Null if the end was chosen where no charges are shown (the auto-renewal switch). */
  total: z.nullable(z.number()),
  owed: z.number(),
  /** `planned`: can be taken back; `ended`; `withdrawn`: taken back, here or by the staff. */
  state: z.enum(['planned', 'ended', 'withdrawn']),
});
export type EndingReceipt = z.output<typeof endingReceiptSchema>;
