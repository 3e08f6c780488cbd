import type { ShopRecord } from '#shared/model/customer';

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
  /** The credential epoch (epochs.ts); absent while it is 0. */
  epoch?: number;
  /**
   * Staff have disabled the user in Cognito, since the last sign-in; a restore of the pool keeps it
   * (decisions/accounts).
   */
  disabled?: boolean;
  /** The user was restored into a new pool, and has set no password since. */
  restored?: boolean;
  /** Absent before the first order. */
  trials?: TrialCounts;
}

/** The free trials of a user's orders. Deleting a shop changes nothing in it. */
export interface TrialCounts {
  /** Rises with each write: a writer that decided by an older state writes nothing. */
  version: number;
  /** All trials that orders have used. */
  used: number;
  /** The requests whose trial began without a card, and the number of its devices; one that has a card may remain. */
  withoutCard: { key: string; id: string; devices: number }[];
}

export interface SessionItem {
  /** Hash of the secret in the cookie. */
  secretHash: string;
  /** When its sign-in began, which is when the password was checked. */
  createdAt: number;
  /** The user's credential epoch that the session rests on; absent means 0. It counts in this epoch only. */
  epoch?: number;
  /** When the portal was last used in it, to the hour; absent means `createdAt`. */
  lastSeenAt?: number;
  /** When the user last proved who they are (password, second step). */
  provedAt: number;
  /** When it ends if it is not used until then (decisions/sessions); also the item's TTL. */
  expiresAt: number;
  userAgent: string;
  address: string;
  /**
   * Cognito's refresh token, sealed with the cookie's secret (decisions/sessions); absent if the session has none of
   * Cognito's tokens (auto-login, recovery code, impersonation, or they were ended).
   */
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
  /** The texts that the owner agreed to, each by version and hash (shared/model/legal-texts.ts). */
  acceptance?: {
    termsVersion: string;
    termsHash: string;
    privacyVersion: string;
    privacyHash: string;
    acceptedAt: number;
  };
}

/** The last known state of a shop in Stripe; `record.readAt` tells its age. */
export interface SnapshotItem {
  customerId: string;
  record: ShopRecord;
  /** When the reading began, in unix milliseconds: an older reading never replaces a newer one. */
  readAtMs: number;
  /** When a change was made that could not be read back, in unix milliseconds; the record is outdated since then. */
  changedAtMs?: number;
  /**
   * The number of devices by subscription for which movements were ordered (decisions/movements), and how often it
   * changed; absent in snapshots that an older version of the portal wrote.
   */
  booked?: Record<string, number>;
  bookings?: number;
  /**
   * The ids of subscriptions and items that have a link to this shop (shop-links.ts); absent in snapshots that an older
   * version of the portal wrote.
   */
  linked?: string[];
  /**
   * The subscriptions whose devices are found under the shop (decisions/devices); absent in snapshots that an older
   * version of the portal wrote.
   */
  shelved?: string[];
}

/** Result of the query that authenticates a call. */
export interface UserPartition {
  profile: ProfileItem | undefined;
  sessions: SessionItem[];
  shops: ShopItem[];
  snapshots: SnapshotItem[];
}
