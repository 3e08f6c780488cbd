/**
 * The users table: all items of one user are in one partition. The sort keys are ordered so that the query that
 * authenticates a call reads only PROFILE, SESSION# and, if the call concerns all shops, SHOP#; SNAPSHOT# follows. All
 * other items sort outside that range or are in a partition of their own.
 */
export const userKey = (userId: string): string => `USER#${userId}`;

export const sortKeys = {
  profile: 'PROFILE',
  session: (secretHash: string) => `SESSION#${secretHash}`,
  shop: (customerId: string) => `SHOP#${customerId}`,
  snapshot: (customerId: string) => `SNAPSHOT#${customerId}`,
  /** The record of a request that is done once (platform/once.ts), by its key; sorts before the range. */
  once: (key: string) => `ONCE#${key}`,
  /** The newest change of a subscription's quantities; sorts before the range. */
  quantityChange: (subscriptionId: string) => `CHANGE#${subscriptionId}`,
  /** An impersonation of the user, by its id; sorts before the range. */
  impersonation: (id: string) => `IMPERSONATION#${id}`,
  /** A browser in which the user has signed in, by the hash of its cookie; sorts before the range. */
  browser: (secretHash: string) => `BROWSER#${secretHash}`,
  /** Hashes of the recovery codes; sorts before the range. */
  recoveryCodes: 'CODES',
  /** An export of documents, by its months; sorts before the range. */
  documentExport: (id: string) => `EXPORT#${id}`,
  /** A lease: who is changing what a shop pays for or with, or the user's credentials; sorts before the range. */
  lease: (of: string) => `LEASE#${of}`,
  /** A new e-mail address that waits for its code; sorts before the range. */
  emailChange: 'EMAIL-CHANGE',
} as const;

/** Key of a session, by the hash of the secret in its cookie. */
export const sessionKey = (userId: string, secretHash: string) => ({
  pk: userKey(userId),
  sk: sortKeys.session(secretHash),
});

/** Bounds of the range that a call reads, both inclusive. */
export const ranges = {
  account: ['PROFILE', 'SESSION#\uffff'],
  ownership: ['PROFILE', 'SHOP#\uffff'],
  snapshots: ['PROFILE', 'SNAPSHOT#\uffff'],
} as const;

/** The owner of a Stripe customer, for events that name only the customer. */
export const customerKey = (customerId: string): string => `CUSTOMER#${customerId}`;
/** The shop of a subscription or of one of its items, by its id at Stripe. */
export const shopLinkKey = (id: string): string => `OF-SHOP#${id}`;
/** A sign-in that waits for its second step, by the hash of its cookie. */
export const challengeKey = (secretHash: string): string => `CHALLENGE#${secretHash}`;
/** A registration in this browser that waits for its code, by the hash of its cookie. */
export const registrationKey = (secretHash: string): string => `REGISTRATION#${secretHash}`;
/** Lets the receiver of a registration's mail delete it, by the hash of the mailed secret. */
export const cancellationKey = (secretHash: string): string => `CANCELLATION#${secretHash}`;
/** Makes the receiver of a mail a shop's invoice address, by the hash of the mailed secret. */
export const invoiceAddressKey = (secretHash: string): string => `INVOICE-ADDRESS#${secretHash}`;
/** A registration's mail went to an address, by the hash of the address. */
export const confirmationMailKey = (account: string): string => `CONFIRMATION#${account}`;
/** What was used of the limits, by whom or what it is counted for (`user#<id>`). */
export const limitKey = (of: string): string => `LIMIT#${of}`;
/** A notice that is enqueued once, by its subject. */
export const toldKey = (what: string): string => `TOLD#${what}`;
/** A webhook event that was handled, by its id. */
export const eventKey = (eventId: string): string => `EVENT#${eventId}`;
/** A master password, by its hash. */
export const masterPasswordKey = (passwordHash: string): string => `MASTER-PASSWORD#${passwordHash}`;
/** Sort key of items that have a partition to themselves. */
export const onlyItem = '-';
/** Partition of the tasks that wait (platform/tasks.ts); sort key: the task's id. */
export const tasksKey = 'TASKS';
/** Partition of the subscriptions whose payment is late; sort key: the subscription's id. */
export const overdueKey = 'OVERDUE';
/** The time up to which Stripe's events were read, and the failed events. */
export const eventCursorKey = 'EVENT-CURSOR';
