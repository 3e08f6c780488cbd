import { adminGroup } from '#shared/limits';
import { addAuditRecord } from '../../adapters/audit-table/records';
import { groupsOf, readAccount, type Account } from '../../adapters/cognito/accounts';
import { newId } from '../../adapters/ids';
import { isMasterPassword } from '../../adapters/secrets/master-password';
import { readEpoch } from '../../adapters/users-table/epochs';
import { logger } from '../../runtime/logger';
import type { Origin } from '../caller';
import { queueNotice } from '../notices/queue-notice';
import { beginSession } from '../session/begin-session';
import { openSession } from '../session/open-session';

interface ImpersonationRequest {
  email: string;
  password: string;
  from: Origin;
  /** The session cookie that came with the request. */
  sessionCookie: string | undefined;
}

/** While Secrets Manager cannot be reached, a wrong password must still be refused as wrong. */
async function isRight(password: string): Promise<boolean> {
  return isMasterPassword(password).catch((error: unknown) => {
    logger.error('the master password could not be read', { error: error as Error });
    return false;
  });
}

/**
 * The administrator signed in in this browser; `unknown` without one, because the master password identifies no person.
 */
async function administratorOf(sessionCookie: string | undefined): Promise<string> {
  const caller = await openSession(sessionCookie, 'ownership');
  return caller?.profile.groups.includes(adminGroup) ? caller.userId : 'unknown';
}

/**
 * The user to impersonate, with their groups and credential epoch; undefined for administrators and for users who could
 * not sign in themselves.
 */
async function userToImpersonate(email: string): Promise<(Account & { groups: string[]; epoch: number }) | undefined> {
  const account = await readAccount(email);
  if (!account?.usable) return undefined;
  const [epoch, groups] = await Promise.all([readEpoch(account.userId), groupsOf(account.userId)]);
  return epoch === undefined || groups.includes(adminGroup) ? undefined : { ...account, groups, epoch };
}

/**
 * Signs an administrator in as a user with the master password. Undefined if it is not the master password or the
 * user cannot be impersonated. The audit record is written before the session begins.
 */
export async function impersonateUser({
  email,
  password,
  from,
  sessionCookie,
}: ImpersonationRequest): Promise<{ cookie: string } | undefined> {
  if (!(await isRight(password))) return undefined;
  const [user, by] = await Promise.all([userToImpersonate(email), administratorOf(sessionCookie)]);
  if (!user) {
    logger.warn('impersonation refused', { by, from: from.address });
    return undefined;
  }
  const session = newId();
  await addAuditRecord({ event: 'impersonation-began', userId: user.userId, by, session, ...from });
  const cookie = await beginSession({
    user,
    epoch: user.epoch,
    from,
    previousCookie: sessionCookie,
    impersonation: { by, id: session },
  });
  if (cookie === undefined) return undefined;
  await queueNotice('impersonation-began', user);
  return { cookie };
}
