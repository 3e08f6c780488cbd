import { masterPasswordIn, signedInByApp } from './signed-in';
import type { SignInServices } from './sign-in-services';
import type { TestUser } from './user-pool';

interface Impersonation {
  owner: TestUser;
  admin: TestUser;
  /** The administrator's, valid for 15 minutes. */
  masterPassword: string;
}

/** An owner, and an administrator who can sign in as them. */
export async function readyToImpersonate(services: SignInServices): Promise<Impersonation> {
  const owner = await services.createUser({ email: 'owner@example.jp', username: '山田' });
  const admin = await services.createUser({
    email: 'admin@example.jp',
    username: '管理 太郎',
    admin: true,
    mfa: 'totp',
  });
  return { owner, admin, masterPassword: await masterPasswordIn(await signedInByApp(admin)) };
}

/** The audit's records of impersonations without their keys, in order. */
export const impersonationRecords = async (services: SignInServices): Promise<Record<string, unknown>[]> =>
  (await services.items('audit'))
    .map(({ pk: _pk, sk: _sk, expiresAt: _end, ...record }): Record<string, unknown> => record)
    .filter(({ event }) => event !== 'master-password-shown');
