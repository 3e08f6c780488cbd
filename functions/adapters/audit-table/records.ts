import { requireEnv } from '../../runtime/environment';
import { clock } from '../clock';
import { newId } from '../ids';
import { putItemOnce } from '../dynamodb/items';
import type { ShopItem } from '../users-table/items';

/** What is kept for good: who did what to whom, when and from where. No names, no mail addresses, no values. */
interface AuditRecord {
  event:
    | 'impersonation-began'
    | 'impersonation-change'
    | 'impersonation-ended'
    | 'account-deleted'
    | 'shop-deleted'
    | 'master-password-shown';
  /** Id of the user it is about; `-` where it is about nobody in particular. */
  userId: string;
  /** Id of the one who did it; `unknown` where the master password alone was brought. */
  by: string;
  /** The impersonated session's name. */
  session?: string;
  address: string;
  userAgent: string;
  /** Name of the call and its path, of a change that was asked for. */
  call?: string;
  path?: string;
  requestId?: string;
  /** The shop that is deleted, and the texts that were agreed to when it was opened. */
  customerId?: string;
  acceptance?: NonNullable<ShopItem['acceptance']>;
}

/**
 * Adds a record. Functions may put items and nothing else, and this never puts one over another: the record only grows.
 * In order of time for each user.
 */
export async function addAuditRecord(record: AuditRecord): Promise<void> {
  const at = new Date(clock.now()).toISOString();
  await putItemOnce(
    requireEnv('AUDIT_TABLE'),
    { pk: `USER#${record.userId}`, sk: `${at}#${newId()}` },
    { at, ...record, userAgent: record.userAgent.slice(0, 300) },
  );
}
