import * as z from 'zod/mini';

const count = z.int().check(z.minimum(1), z.maximum(1_000_000));

/**
 * How much of what costs money or is shared one user, and all users of a stage together, may use. Owners who run
 * salons never meet these figures; whoever tries the portal out with a machine does.
 */
export const quotasSchema = z.object({
  /** Shops that one user may open in an hour. */
  shopsAnHour: z._default(count, 20),
  /** Shops of one user in a free trial without a card, and their devices together; the next one asks for a card. */
  shopsWithoutCard: z._default(count, 5),
  devicesWithoutCard: z._default(count, 40),
  /** Syncs of devices by one user in a day. */
  syncsADay: z._default(count, 50),
  /** Requests of each Kintone app that the users' syncs may make in a day; the rest of its 10,000 is the schedule's. */
  syncRequestsADay: z._default(count, 4_000),
  /** Shops that one user may have read from Stripe again in a day. */
  refreshesADay: z._default(count, 300),
  /** The same by all users in ten seconds: two requests each, a fifth of what Stripe takes of one kind. */
  refreshesIn10Seconds: z._default(count, 50),
});

export type Quotas = z.output<typeof quotasSchema>;

/** The limits of a stage that sets none. */
export const defaultQuotas: Quotas = quotasSchema.parse({});
