import { disableMfa } from '#shared/contract/security';
import { switchOff } from '../../domain/security/second-step';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(disableMfa, async ({ caller }) => {
  await switchOff(caller);
  return { message: '2段階認証を無効にしました' };
});
