import * as security from '#shared/contract/security';
import { endOtherSessions } from '../../domain/session/end-sessions';
import { endTokensBut } from '../../domain/session/end-tokens';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(security.endOtherSessions, async ({ caller }) => {
  const { userId, session } = caller;
  const ended = await endOtherSessions(userId, session.secretHash, 'user');
  if (ended > 0) await endTokensBut(userId, [session]);
  return { message: 'ほかの端末のログインを終了しました', ended };
});
