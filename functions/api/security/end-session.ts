import { endSession } from '#shared/contract/security';
import { endOneSession } from '../../domain/security/list-sessions';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(endSession, async ({ params, caller }) => {
  await endOneSession(caller, params.id);
  return { message: 'ログインを終了しました' };
});
