import { readEpoch } from '../../adapters/users-table/epochs';
import { readAdministrator } from './administrator';

/**
 * Whether an impersonation may go on: its administrator, `by`, is still one, enabled, and has the credentials that it
 * rests on (`epoch` is the administrator's when the master password was made). Asks Cognito and the users table.
 */
export async function mayGoOn({ by, epoch }: { by: string; epoch: number }): Promise<boolean> {
  const [administrator, now] = await Promise.all([readAdministrator(by), readEpoch(by)]);
  return administrator !== undefined && now === epoch;
}
