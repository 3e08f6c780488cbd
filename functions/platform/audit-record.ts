import { requireEnv } from './environment';
import { clock } from './clock';
import { newId } from './ids';
import { isNew, putItemIf, putItemOnce } from '#functions/platform/dynamodb/items';
import type { ShopItem } from './users-table';

/** How an impersonation ended; `interrupted` if the call that ended it could not record how. */
export type ImpersonationEnd =
  | 'sign-out'
  | 'sign-in'
  | 'expiry'
  | 'user'
  | 'credentials'
  | 'user-disabled'
  | 'account-deleted'
  | 'too-many-sessions'
  | 'administrator'
  | 'interrupted';

/**
 * A record that nothing changes: the actor, the user, the action, the time and the address. No names, no mail
 * addresses, no values.
 */
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
  /** The impersonated session's name. */
  session?: string;
  /** Why an administrator reads the master password or impersonates, in their words. */
  reason?: string;
  /** How the impersonation ended. */
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

/** Key and content of a record; `at` in unix milliseconds, `id` makes the key unique. */
function itemOf(record: AuditRecord, at: number, id: string) {
  const time = new Date(at).toISOString();
  return {
    key: { pk: `USER#${record.userId}`, sk: `${time}#${id}` },
    item: {
      at: time,
      ...record,
      userAgent: record.userAgent.slice(0, 300),
      expiresAt: Math.floor(at / 1000) + keptFor,
    },
  };
}

/**
 * Adds a record. The permissions allow only PutItem, and this function never overwrites a record, so nothing
 * shortens the audit but time. The records of a user are in order of time.
 */
export async function addAuditRecord(record: AuditRecord): Promise<void> {
  const { key, item } = itemOf(record, clock.now(), newId());
  await putItemOnce(requireEnv('AUDIT_TABLE'), key, item);
}

/** Adds the record of what happened at a time (unix seconds), once for each `id` and time; safe to repeat. */
export async function addAuditRecordOnce(record: AuditRecord, at: number, id: string): Promise<void> {
  const { key, item } = itemOf(record, at * 1000, id);
  await putItemIf(requireEnv('AUDIT_TABLE'), key, item, isNew);
}
