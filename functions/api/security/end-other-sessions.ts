import { endOtherSessions } from '#shared/contract/security';
import { endOtherSessions as endOthers } from '../../domain/session/end-sessions';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(endOtherSessions, async ({ caller }) => {
  const ended = await endOthers(caller.userId, caller.session.secretHash);
  return { message: 'ほかの端末のログインを終了しました', ended };
});
