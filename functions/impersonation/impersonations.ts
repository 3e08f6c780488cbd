import { adminGroup, localStage } from '#shared/constants';
import { groupsOf, readAccount, type Account } from '#functions/platform/cognito/accounts';
import { requireEnv } from '#functions/platform/environment';
import type { Impersonation } from '#shared/model/impersonation';
import { addAuditRecord } from '#functions/platform/audit-record';
import { clock } from '#functions/platform/clock';
import type { ProfileItem } from '#functions/platform/users-table';
import { listImpersonations as readAll } from './impersonations-table';
import type { Caller, Viewer } from '#functions/http/caller';
import { readEpoch } from '#functions/sessions/sessions-table';

/** A user who is an administrator now. */
export type Administrator = Account;

/**
 * The administrator with an id, as Cognito has them at this moment; undefined for everybody else, also for those who
 * were removed from the group, disabled or deleted. Sessions and profiles only know the groups of the last sign-in.
 */
export async function readAdministrator(userId: string): Promise<Administrator | undefined> {
  const account = await readAccount(userId);
  if (!account?.usable) return undefined;
  return (await groupsOf(userId)).includes(adminGroup) ? account : undefined;
}

const needsSecondStep = (): boolean => requireEnv('STAGE') !== localStage;

/** Whether an administrator must set up a second step first (decisions/impersonation). */
export const lacksSecondStep = ({ mfa }: Administrator): boolean => mfa === undefined && needsSecondStep();

/** Seconds before a second step counts, so that the owner of a stolen password or their colleagues can act. */
const countsAfter = 24 * 60 * 60;

/** When an administrator's new second step begins to count, in unix seconds; undefined if it does. */
export function secondStepCountsAt({ secondStepSince = 0 }: Pick<ProfileItem, 'secondStepSince'>): number | undefined {
  const at = secondStepSince + countsAfter;
  return needsSecondStep() && at > clock.seconds() ? at : undefined;
}

/**
 * Whether an impersonation may go on: its administrator, `by`, is still one, enabled, and has the credentials that it
 * rests on (`epoch` is the administrator's when the master password was made). Asks Cognito and the users table.
 */
export async function mayGoOn({ by, epoch }: { by: string; epoch: number }): Promise<boolean> {
  const [administrator, now] = await Promise.all([readAdministrator(by), readEpoch(by)]);
  return administrator !== undefined && now === epoch;
}

/** Records a change before an administrator makes it for a user; whether it succeeded is in the log. */
export async function recordImpersonatedChange(
  caller: Caller,
  what: { call: string; path: string; requestId: string },
  from: Viewer,
): Promise<void> {
  const { impersonation } = caller.session;
  if (impersonation)
    await addAuditRecord({
      event: 'impersonation-change',
      userId: caller.userId,
      by: impersonation.by,
      session: impersonation.id,
      ...from,
      ...what,
    });
}

const most = 50;

/** The newest impersonations of a user. One that no call ended before ends when its session expires. */
export async function listImpersonations(userId: string): Promise<Impersonation[]> {
  const now = clock.seconds();
  return (await readAll(userId))
    .toSorted((left, right) => right.startedAt - left.startedAt)
    .slice(0, most)
    .map(({ id, administrator, reason, startedAt, endsAt, endedAt }) => ({
      id,
      administrator,
      reason,
      startedAt,
      endedAt: endedAt ?? (endsAt <= now ? endsAt : null),
    }));
}
