import { requireEnv } from './environment';
import { clock } from './clock';
import { newId } from './crypto';
import { isNew, putItemIf } from '#functions/platform/dynamodb/items';
import type { ShopItem } from './users-table';

/** How a call ended an impersonation before its time. */
export type ImpersonationEnd =
  | 'sign-out'
  | 'sign-in'
  | 'user'
  | 'credentials'
  | 'user-disabled'
  | 'account-deleted'
  | 'too-many-sessions';

/** A record that nothing changes: actor, user, action, time and address. No names, mail addresses or values. */
interface AuditRecord {
  event:
    | 'impersonation-began'
    | 'impersonation-change'
    | 'impersonation-ended'
    | 'account-deleted'
    | 'shop-deleted'
    | 'master-password-shown';
  /** Id of the user that the record is about; `-` if it is about no particular user. */
  userId: string;
  /** Id of the user who acted; `mail` for the holder of a link in a mail. */
  by: string;
  session?: string;
  /** Why an administrator reads the master password or impersonates, in their words. */
  reason?: string;
  /** When an impersonation that begins ends at the latest, in unix seconds. */
  endsAt?: number;
  ending?: ImpersonationEnd | 'not-begun';
  /** `-` in `address` and `userAgent` if no request caused it. */
  address: string;
  userAgent: string;
  /** Name and path of the call that requested the change. */
  call?: string;
  path?: string;
  requestId?: string;
  /** The shop that is deleted, and the texts that were agreed to when it was opened. */
  customerId?: string;
  acceptance?: NonNullable<ShopItem['acceptance']>;
}

/** Claims lapse five years after they are known (民法 166条1項1号); nobody needs a record longer. Seconds. */
const keptFor = 5 * 366 * 24 * 60 * 60;

/**
 * Adds a record of what happened `at` a time (unix milliseconds), once for each `id` and time; safe to repeat with the
 * same two. The permissions allow only PutItem, and this function never overwrites a record, so nothing shortens the
 * audit but time. The records of a user are in order of time.
 */
export async function addAuditRecord(record: AuditRecord, at = clock.now(), id = newId()): Promise<void> {
  const time = new Date(at).toISOString();
  const item = {
    at: time,
    ...record,
    userAgent: record.userAgent.slice(0, 300),
    expiresAt: Math.floor(at / 1000) + keptFor,
  };
  await putItemIf(requireEnv('AUDIT_TABLE'), { pk: `USER#${record.userId}`, sk: `${time}#${id}` }, item, isNew);
}
