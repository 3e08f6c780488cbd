import { listSessions } from '#shared/contract/security';
import { listSessions as list } from '../../domain/security/list-sessions';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(listSessions, async ({ caller }) => ({ sessions: list(caller) }));
