import { clock } from '../../adapters/clock';
import { newId } from '../../adapters/ids';
import type { NoticeAddress } from '../../adapters/users-table/notices';

/** What each notice has: the user, their e-mail address, the current time, and after how many seconds it is dropped. */
export function addressNotice(
  { userId, email }: { userId: string; email: string },
  worthTelling: number,
  id = newId(),
): NoticeAddress {
  const at = clock.seconds();
  return { id, userId, to: email, at, expiresAt: at + worthTelling };
}
