import { markSetupComplete } from '#shared/contract/account';
import { completeSetup } from '../../domain/account/mark-setup-complete';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(markSetupComplete, async ({ caller }) => {
  await completeSetup(caller.profile);
  return { message: '初期設定の完了を記録しました' };
});
