import { makeMasterPassword } from '#shared/contract/admin';
import { login, logout } from '#shared/contract/auth';
import { PortalClient } from '../portal-client';
import { demoPassword } from './demo-people';

/** An administrator was signed in as a user once, as the user reads in /settings/security. */
export async function makeImpersonation(portalUrl: string, admin: string, user: string): Promise<void> {
  const administrator = new PortalClient(portalUrl);
  await administrator.send(login, { body: { email: admin, password: demoPassword } });
  const reason = 'お電話でのお問い合わせ（お支払い方法の確認）';
  const { masterPassword } = await administrator.send(makeMasterPassword, { body: { reason } });
  const impersonating = new PortalClient(portalUrl);
  await impersonating.send(login, { body: { email: user, password: masterPassword } });
  await impersonating.send(logout);
  await administrator.send(logout);
}
