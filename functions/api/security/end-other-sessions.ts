import * as security from '#shared/contract/security';
import { endOtherSessions } from '../../domain/security/end-session';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(security.endOtherSessions, async ({ caller }) => ({
  message: 'ほかの端末のログインを終了しました',
  ended: await endOtherSessions(caller),
}));
