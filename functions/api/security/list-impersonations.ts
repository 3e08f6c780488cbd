import * as security from '#shared/contract/security';
import { listImpersonations } from '../../domain/impersonation/list-impersonations';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(security.listImpersonations, async ({ caller }) => ({
  impersonations: await listImpersonations(caller.userId),
}));
