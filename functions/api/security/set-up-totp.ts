import * as security from '#shared/contract/security';
import { setUpTotp } from '../../domain/security/mfa-by-totp';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(security.setUpTotp, ({ caller }) => setUpTotp(caller));
