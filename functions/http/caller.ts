import type { ProfileItem, SessionItem, ShopItem, SnapshotItem } from '#functions/platform/users-table';
import type { CookieSecret } from '#functions/sessions/open-session';

/** The signed-in user who makes a call, as read by the query that authenticated them. */
export interface Caller {
  userId: string;
  profile: ProfileItem;
  session: SessionItem;
  /** The secret of the session's cookie: it opens the sealed values of the session item. */
  secret: CookieSecret;
  /** Every live session of the user, this one among them. */
  sessions: readonly SessionItem[];
  /** The shops that the call names (`owns` of shared/contract/call.ts), or all of them if its `reads` says so. */
  shops: readonly ShopItem[];
  /** The last known states of the shops that the call names. */
  snapshots: readonly SnapshotItem[];
}

export type ShopOwner = Pick<Caller, 'userId' | 'shops' | 'snapshots'>;

/** Who sent a call, as CloudFront sees them: for throttling, sessions and the audit record. */
export interface Viewer {
  address: string;
  userAgent: string;
}
