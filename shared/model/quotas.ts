import * as z from 'zod/mini';

const count = z.int().check(z.minimum(1), z.maximum(1_000_000));

/**
 * Limits on the use of anything that costs money or is shared, for one user and for all users of a stage. Owners who
 * run salons never reach them; automated abuse does.
 */
export const quotasSchema = z.object({
  /** Shops that one user may open in an hour. */
  shopsAnHour: z._default(count, 20),
  /** Shops of one user in a free trial without a card, and their devices together; the next one needs a card. */
  shopsWithoutCard: z._default(count, 5),
  devicesWithoutCard: z._default(count, 40),
  /** Changes of the parcel of one movement in a day, each of which tells the staff. */
  parcelChangesADay: z._default(count, 5),
  /** Reads of shops from Stripe that one user may request in a day. */
  refreshesADay: z._default(count, 300),
  /** The same for all users in ten seconds: two requests each, a fifth of Stripe's limit for one kind. */
  refreshesIn10Seconds: z._default(count, 50),
});

export type Quotas = z.output<typeof quotasSchema>;

/** The limits of a stage that sets none of its own. */
export const defaultQuotas: Quotas = quotasSchema.parse({});
