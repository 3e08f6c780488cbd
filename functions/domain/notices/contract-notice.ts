import { clock } from '../../adapters/clock';
import { newId } from '../../adapters/ids';
import type { ContractNotice, NoticeItem } from '../../adapters/users-table/notices';

/** An unsent notice is dropped after this time, in seconds. */
const worthTelling = 3 * 24 * 60 * 60;

/** A notice of what happens to a contract, for the outbox. */
export function contractNotice(owner: { userId: string; email: string }, notice: ContractNotice): NoticeItem {
  const at = clock.seconds();
  return { ...notice, id: newId(), userId: owner.userId, to: owner.email, at, expiresAt: at + worthTelling };
}
