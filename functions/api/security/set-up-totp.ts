import { setUpTotp } from '#shared/contract/security';
import { beginTotp } from '../../domain/security/second-step';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(setUpTotp, async ({ caller }) => beginTotp(caller));
