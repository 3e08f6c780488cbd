import { clock } from '../../adapters/clock';

/**
 * Limits on the use of anything that costs money or is shared. Owners who run salons never reach them; automated abuse
 * does.
 */
export const quotas = {
  /** Shops that one user may open in an hour: more than the chains that open at once. */
  shopsAnHour: 40,
  /** Shops of one user in a free trial without a card, and their devices together; the next one needs a card. */
  shopsWithoutCard: 5,
  devicesWithoutCard: 40,
  /** Changes of the parcel of one movement in a day, each of which tells the staff. */
  parcelChangesADay: 5,
  /** Reads of shops from Stripe that one user may request in a day. */
  refreshesADay: 300,
  /** The same for all users in ten seconds: two requests each, a fifth of Stripe's limit for one kind. */
  refreshesIn10Seconds: 50,
};

/** Seconds. */
export const day = 24 * 60 * 60;

/** Seconds until midnight UTC, when Kintone's daily count of requests begins again (9 o'clock in Japan). */
export const restOfUtcDay = (): number => day - (clock.seconds() % day);
