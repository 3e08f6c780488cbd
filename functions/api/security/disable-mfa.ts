import * as security from '#shared/contract/security';
import { disableMfa } from '../../domain/security/mfa';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(security.disableMfa, async ({ caller }) => {
  await disableMfa(caller);
  return { message: '2段階認証を無効にしました' };
});
