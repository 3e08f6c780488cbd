import type { ProfileItem, SessionItem, ShopItem, SnapshotItem } from '../adapters/users-table/items';
import type { CookieSecret } from './session/cookie-secret';

/** The signed-in user who makes a call, as read by the query that authenticated them. */
export interface Caller {
  userId: string;
  profile: ProfileItem;
  /** The session the call was made with. */
  session: SessionItem;
  /** The secret of the session's cookie: it opens what the session item has sealed. */
  secret: CookieSecret;
  /** Every live session of the user, this one among them. */
  sessions: readonly SessionItem[];
  shops: readonly ShopItem[];
  /** Empty unless the call reads snapshots (`reads` and `owns` of shared/contract/call.ts). */
  snapshots: readonly SnapshotItem[];
}

/** Where a call comes from; for throttling, sessions and the audit record. */
export interface Origin {
  /** Network address. */
  address: string;
  userAgent: string;
}
