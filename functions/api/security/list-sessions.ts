import * as security from '#shared/contract/security';
import { listSessions } from '../../domain/security/list-sessions';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(security.listSessions, async ({ caller }) => ({ sessions: listSessions(caller) }));
