import { requireEnv } from '../../runtime/environment';
import { clock } from '../clock';
import { newId } from '../ids';
import { putItemOnce } from '../dynamodb/items';
import type { ShopItem } from '../users-table/items';

/**
 * One permanent record: the actor, the user, the action, the time and the address. No names, no mail addresses, no
 * values.
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
  /**
   * Id of the user who acted; `mail` for the holder of a link in a mail; `unknown` if the impersonation began with no
   * administrator signed in.
   */
  by: string;
  /** The impersonated session's name. */
  session?: string;
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

/**
 * Adds a record. The permissions allow only PutItem, and this function never overwrites a record, so the audit only
 * grows. The records of a user are in order of time.
 */
export async function addAuditRecord(record: AuditRecord): Promise<void> {
  const at = new Date(clock.now()).toISOString();
  await putItemOnce(
    requireEnv('AUDIT_TABLE'),
    { pk: `USER#${record.userId}`, sk: `${at}#${newId()}` },
    { at, ...record, userAgent: record.userAgent.slice(0, 300) },
  );
}
