import * as account from '#shared/contract/account';
import { markSetupComplete } from '../../domain/account/mark-setup-complete';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(account.markSetupComplete, async ({ caller }) => {
  await markSetupComplete(caller.profile);
  return { message: '初期設定の完了を記録しました' };
});
