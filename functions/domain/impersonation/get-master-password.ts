import { addAuditRecord } from '../../adapters/audit-table/records';
import { masterPassword } from '../../adapters/secrets/master-password';
import type { Caller, Origin } from '../caller';

const description =
  '管理者以外のお客様のメールアドレスと、このマスターパスワードでログインできます。代理ログインは1時間で終了し、開始と操作が記録され、お客様に通知されます。マスターパスワードは定期的に変更されます。';

/** Returns the current master password to an administrator, after recording that it was shown. */
export async function getMasterPassword(
  caller: Caller,
  from: Origin,
): Promise<{ masterPassword: string; description: string }> {
  await addAuditRecord({ event: 'master-password-shown', userId: '-', by: caller.userId, ...from });
  return { masterPassword: await masterPassword(), description };
}
