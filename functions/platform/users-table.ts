import { requireEnv } from './environment';
import type { ShopRecord } from '#shared/model/customer';
import { queryRange } from '#functions/platform/dynamodb/query';

export const usersTable = (): string => requireEnv('USERS_TABLE');

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
  /** The record of a request that is done once (platform/once.ts), by its key. */
  once: (key: string) => `ONCE#${key}`,
  quantityChange: (subscriptionId: string) => `CHANGE#${subscriptionId}`,
  impersonation: (id: string) => `IMPERSONATION#${id}`,
  /** A browser in which the user has signed in, by the hash of its cookie. */
  browser: (secretHash: string) => `BROWSER#${secretHash}`,
  recoveryCodes: 'CODES',
  /** An export of documents, by its months. */
  documentExport: (id: string) => `EXPORT#${id}`,
  /** A lease: who is changing what a shop pays for or with, or the user's credentials. */
  lease: (of: string) => `LEASE#${of}`,
  /** A new e-mail address that waits for its code. */
  emailChange: 'EMAIL-CHANGE',
} as const;

export const sessionKey = (userId: string, secretHash: string) => ({
  pk: userKey(userId),
  sk: sortKeys.session(secretHash),
});

/** Bounds of the range that a call reads, both inclusive. */
export const ranges = {
  account: ['PROFILE', 'SESSION#\uffff'],
  ownership: ['PROFILE', 'SHOP#\uffff'],
} as const;

/** The owner of a Stripe customer, for events that name only the customer. */
export const customerKey = (customerId: string): string => `CUSTOMER#${customerId}`;
/** The shop of a subscription or of one of its items, by its id at Stripe. */
export const shopLinkKey = (id: string): string => `OF-SHOP#${id}`;
/** A mail with a code, and perhaps a link for a password, went to an address, by the hash of the address. */
export const codeMailKey = (account: string): string => `CONFIRMATION#${account}`;
/** What was used of the limits, by whom or what it is counted for (`user#<id>`). */
export const limitKey = (of: string): string => `LIMIT#${of}`;
/** A place that had a free trial, by the keyed hash of its address. */
export const placeKey = (keyed: string): string => `PLACE#${keyed}`;
/** A notice that is enqueued once, by its subject. */
export const toldKey = (what: string): string => `TOLD#${what}`;
export const eventKey = (eventId: string): string => `EVENT#${eventId}`;
/** Sort key of items that have a partition to themselves. */
export const onlyItem = '-';
/** Partition of the tasks that wait (platform/tasks.ts); sort key: `<kind>#<id>`. */
export const tasksKey = 'TASKS';
/** Partition of the subscriptions whose payment is late; sort key: the subscription's id. */
export const dunningKey = 'DUNNING';
/** Partition of the users whose address SES sends nothing to; sort key: the hash of the address. */
export const mailboxesKey = 'MAILBOXES';
/** The time up to which Stripe's events were read. */
export const eventCursorKey = 'EVENT-CURSOR';

/** Items of a user's partition, without their keys. Times are unix seconds. */
export interface ProfileItem {
  userId: string;
  /** Cognito's name of the user, where it is not their id: they were restored into a new pool (decisions/accounts). */
  poolName?: string;
  email: string;
  username: string;
  phoneNumber?: string;
  hasCompletedSetup: boolean;
  /** False if the user switched the mails about shipments and requests off (decisions/mails). */
  newsMails?: boolean;
  /** Names of the Cognito groups at the last sign-in. */
  groups: string[];
  createdAt: number;
  /** The credential epoch (sessions/sessions-table.ts); absent while it is 0. */
  epoch?: number;
  /** Staff have disabled the user in Cognito since the last sign-in; a restore keeps it (decisions/accounts). */
  disabled?: boolean;
  /** The user was restored into a new pool, and has set no password since. */
  restored?: boolean;
  /** When the address was last changed: links for a new password that were asked for before are none any more. */
  emailChangedAt?: number;
  /** Mails to the address come back, or were reported as unwanted: SES sends none (mails/mailboxes.ts). */
  mailsFail?: boolean;
  /** When the second step was last set up in the portal; it may be off by now. */
  secondStepSince?: number;
  /** Absent before the first order. */
  trials?: TrialCounts;
}

/** The free trials of a user's orders. Deleting a shop changes nothing in it. */
export interface TrialCounts {
  /** Rises with each write: a writer that decided by an older state writes nothing. */
  version: number;
  used: number;
  /** The requests whose trial began without a card, and the number of its devices; one that has a card may remain. */
  withoutCard: { key: string; id: string; devices: number }[];
}

export interface SessionItem {
  secretHash: string;
  /** When its sign-in began, which is when the password was checked. */
  createdAt: number;
  /** The user's credential epoch that the session rests on: it counts in this epoch only. */
  epoch: number;
  /** When the portal was last used in it, to the hour. */
  lastSeenAt: number;
  /** When the user last proved who they are (password, second step). */
  provedAt: number;
  /** When it ends if it is not used until then (decisions/sessions); also the item's TTL. */
  expiresAt: number;
  userAgent: string;
  address: string;
  /** Cognito's refresh token, sealed with the cookie's secret (decisions/sessions); absent without Cognito's tokens. */
  sealedToken?: string;
  /** Present in an impersonation: the administrator's id and credential epoch, and the id in the audit records. */
  impersonation?: { by: string; id: string; epoch: number };
}

/** The ownership record of a shop; no other data decides who owns it. */
export interface ShopItem {
  customerId: string;
  createdAt: number;
  /** Where its invoices go, once that address was proven; otherwise to the account's own (decisions/accounts). */
  invoiceEmail?: string;
  /** When a reading began that also compared its documents and its trials' cards with Stripe; unix milliseconds. */
  reconciledAtMs?: number;
  /** The texts that were agreed to at its opening, each by version and hash (shared/model/legal-texts.ts). */
  acceptance?: {
    termsVersion: string;
    termsHash: string;
    privacyVersion: string;
    privacyHash: string;
    acceptedAt: number;
    /** Id of the administrator who agreed as the owner; absent if the owner did. */
    by?: string;
  };
}

/** The last known state of a shop in Stripe; `record.readAt` tells its age. */
export interface SnapshotItem {
  customerId: string;
  record: ShopRecord;
  /** When the reading began, in unix milliseconds: an older reading never replaces a newer one. */
  readAtMs: number;
  /** When a change was made that no reading followed, in unix milliseconds; the record is outdated since then. */
  changedAtMs?: number;
  /** The number of devices by subscription for which movements were ordered (decisions/movements). */
  booked: Record<string, number>;
  /** Rises with each change of `booked`, and of the movements that it is compared with. */
  version: number;
  /** The ids of subscriptions and items that have a link to this shop. */
  linked: string[];
}

/** Result of the query that authenticates a call. */
export interface UserItems {
  profile: ProfileItem | undefined;
  sessions: SessionItem[];
  shops: ShopItem[];
}

type Item = (ProfileItem | SessionItem | ShopItem) & { sk: string };

/**
 * Reads session, profile and shops of a user in one query, strongly consistent, so that an ended session is refused at
 * once. More than one request only if the result exceeds DynamoDB's page of 1 MB.
 */
export async function readUser(userId: string, reach: keyof typeof ranges): Promise<UserItems> {
  const [from, to] = ranges[reach];
  const items = await queryRange<Item>(usersTable(), { pk: userKey(userId), from, to });
  const below = (beginning: string) => items.filter(({ sk }) => sk.startsWith(beginning));
  return {
    // The item of a user who never signed in or is deleted has no user id (sessions/sessions-table.ts).
    profile: items.find((item) => item.sk === sortKeys.profile && 'userId' in item) as ProfileItem | undefined,
    sessions: below(sortKeys.session('')) as SessionItem[],
    shops: below(sortKeys.shop('')) as ShopItem[],
  };
}
