import * as security from '#shared/contract/security';
import { endSession } from '../../domain/security/end-session';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(security.endSession, async ({ params, caller }) => {
  await endSession(caller, params.id);
  return { message: 'ログインを終了しました' };
});
