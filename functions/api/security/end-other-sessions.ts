import * as security from '#shared/contract/security';
import { endOtherSessions } from '../../domain/session/end-sessions';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(security.endOtherSessions, async ({ caller }) => {
  const ended = await endOtherSessions(caller.userId, caller.session.secretHash, 'user');
  return { message: 'ほかの端末のログインを終了しました', ended };
});
