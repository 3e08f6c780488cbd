import { adminGroup, localStage } from '#shared/limits';
import { groupsOf, readAccount, type Account } from '../../adapters/cognito/accounts';
import { readEpoch } from '../../adapters/users-table/epochs';
import { requireEnv } from '../../runtime/environment';

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

/**
 * Whether an administrator must set up a second step first: on every stage but the local one (decisions/impersonation).
 */
export const lacksSecondStep = ({ mfa }: Administrator): boolean =>
  mfa === undefined && requireEnv('STAGE') !== localStage;

/**
 * Whether an impersonation may go on: its administrator, `by`, is still one, enabled, and has the credentials that it
 * rests on (`epoch` is the administrator's when the master password was made). Asks Cognito and the users table.
 */
export async function mayGoOn({ by, epoch }: { by: string; epoch: number }): Promise<boolean> {
  const [administrator, now] = await Promise.all([readAdministrator(by), readEpoch(by)]);
  return administrator !== undefined && now === epoch;
}
