import { adminGroup } from '#shared/constants';
import { addAuditRecord } from '#functions/platform/audit-record';
import { clock } from '#functions/platform/clock';
import { groupsOf, findAccount, type Account } from '#functions/platform/cognito/accounts';
import type { Write } from '#functions/platform/dynamodb/transaction';
import { newId } from '#functions/platform/crypto';
import { impersonationWrite } from './impersonations-table';
import { logger } from '#functions/platform/logger';
import type { Viewer } from '#functions/http/caller';
import { noticeWrite } from '#functions/mails/notices-table';
import { beginSession, type Begun } from '#functions/sessions/begin-session';
import { lacksSecondStep, readAdministrator, type Administrator } from './impersonations';
import { findMasterPassword, type MasterPasswordItem } from './master-password';
import { epochCheck, impersonationLifetime, readEpoch } from '#functions/sessions/sessions-table';

interface ImpersonationRequest {
  email: string;
  password: string;
  from: Viewer;
  /** The session cookie that came with the request. */
  sessionCookie: string | undefined;
}

/** How long a user can read about an impersonation, in seconds. */
const readable = 400 * 24 * 60 * 60;

/** The user to impersonate; undefined for administrators and for users who could not sign in themselves. */
async function userToImpersonate(email: string): Promise<(Account & { groups: string[]; epoch: number }) | undefined> {
  const account = await findAccount(email);
  if (!account?.usable) return undefined;
  const [epoch, groups] = await Promise.all([readEpoch(account.userId), groupsOf(account.userId)]);
  return epoch === undefined || groups.includes(adminGroup) ? undefined : { ...account, groups, epoch };
}

async function administratorOf({ administrator: userId }: MasterPasswordItem): Promise<Administrator | undefined> {
  const administrator = await readAdministrator(userId);
  return administrator && !lacksSecondStep(administrator) ? administrator : undefined;
}

/** Writes with the session: what its user reads, and their mail; on condition of the administrator's epoch. */
const writesOf = (
  { id, startedAt, endsAt }: { id: string; startedAt: number; endsAt: number },
  user: Account,
  { email, userId: by }: Administrator,
  { reason, epoch }: MasterPasswordItem,
): Write[] => [
  impersonationWrite(user.userId, {
    id,
    by,
    administrator: email,
    reason,
    startedAt,
    endsAt,
    expiresAt: startedAt + readable,
  }),
  noticeWrite(user, { kind: 'impersonation-began', impersonation: { by, reason } }),
  epochCheck(by, epoch),
];

/**
 * Signs an administrator in as a user with a master password. Undefined if it is no master password, if its
 * administrator no longer is one, or if the user cannot be impersonated. The audit record is written before the session
 * begins.
 */
export async function impersonateUser({
  email,
  password,
  from,
  sessionCookie,
}: ImpersonationRequest): Promise<Begun | undefined> {
  const found = await findMasterPassword(password);
  if (!found) return undefined;
  const [user, administrator] = await Promise.all([userToImpersonate(email), administratorOf(found)]);
  if (!user || !administrator) {
    const reason = administrator ? 'the user cannot be impersonated' : 'no administrator any more';
    logger.warn('impersonation refused', { by: found.administrator, reason, from: from.address });
    return undefined;
  }
  const { userId } = user;
  const { userId: by } = administrator;
  const id = newId();
  const startedAt = clock.seconds();
  const endsAt = startedAt + impersonationLifetime;
  const record = { userId, by, session: id, ...from };
  await addAuditRecord({ event: 'impersonation-began', reason: found.reason, endsAt, ...record });
  const begun = await beginSession({
    user,
    epoch: user.epoch,
    begunAt: startedAt,
    from,
    previousCookie: sessionCookie,
    impersonation: {
      by,
      id,
      epoch: found.epoch,
      writes: writesOf({ id, startedAt, endsAt }, user, administrator, found),
    },
  });
  if (!begun) await addAuditRecord({ event: 'impersonation-ended', ending: 'not-begun', ...record });
  return begun;
}
