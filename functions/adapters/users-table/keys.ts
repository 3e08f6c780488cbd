/**
 * The users table: all that belongs to one user lies in one partition. Sort keys are ordered so that the query that
 * authenticates a call reads PROFILE, SESSION# and SHOP# only, and a call that shows shops reads on into SNAPSHOT#.
 * Items that are not read with these sort outside that range or lie in a partition of their own.
 */
export const userKey = (userId: string): string => `USER#${userId}`;

export const sortKeys = {
  profile: 'PROFILE',
  session: (secretHash: string) => `SESSION#${secretHash}`,
  shop: (customerId: string) => `SHOP#${customerId}`,
  snapshot: (customerId: string) => `SNAPSHOT#${customerId}`,
  /** The idempotency record of a request that opens a shop or gives it a subscription; sorts before the range. */
  opening: (key: string) => `OPENING#${key}`,
  /** The newest change of a subscription's quantities; sorts before the range. */
  quantityChange: (subscriptionId: string) => `CHANGE#${subscriptionId}`,
  /** Hashes of the recovery codes; sorts before the range. */
  recoveryCodes: 'CODES',
  /** Who is changing what a shop pays for or with at the moment; sorts before the range. */
  shopLease: (customerId: string) => `LEASE#${customerId}`,
  /** A new e-mail address that waits for its code; sorts before the range. */
  emailChange: 'EMAIL-CHANGE',
} as const;

/** Bounds of the range that a call reads, both inclusive. */
export const ranges = {
  ownership: ['PROFILE', 'SHOP#\uffff'],
  snapshots: ['PROFILE', 'SNAPSHOT#\uffff'],
} as const;

/** The owner of a Stripe customer, for events that name the customer alone. */
export const customerKey = (customerId: string): string => `CUSTOMER#${customerId}`;
/** A sign-in that waits for its second step, by the hash of its cookie. */
export const challengeKey = (secretHash: string): string => `CHALLENGE#${secretHash}`;
/** A registration in this browser that waits for its code, by the hash of its cookie. */
export const registrationKey = (secretHash: string): string => `REGISTRATION#${secretHash}`;
/** Failed tries and sent codes, by what is throttled (`signin#<hash of the address>`). */
export const throttleKey = (what: string): string => `THROTTLE#${what}`;
/** A webhook event that was taken, by its id. */
export const eventKey = (eventId: string): string => `EVENT#${eventId}`;
/** Sort key of items that are alone in their partition. */
export const onlyItem = '-';
/** Partition of the mails that are to go out. */
export const noticesKey = 'NOTICES';
/** Partition of account changes that were begun and have to be finished; sort key: kind and the user's id. */
export const unfinishedKey = 'UNFINISHED';
/**
 * Partition of the users whose sessions are to be ended though the call that asked for it was interrupted; sort key:
 * the user's id.
 */
export const sessionEndings = 'SESSION-ENDINGS';
/** Partition of the subscriptions whose payment is late; sort key: the subscription's id. */
export const overdueKey = 'OVERDUE';
/** How far the reading of every shop is. */
export const reconcileKey = 'RECONCILE';
