import * as security from '#shared/contract/security';
import { getMfaStatus } from '../../domain/security/mfa';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(security.getMfaStatus, ({ caller }) => getMfaStatus(caller));
