import { getMfaStatus } from '#shared/contract/security';
import { secondStepStatus } from '../../domain/security/second-step';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(getMfaStatus, async ({ caller }) => secondStepStatus(caller));
