import { getMasterPassword } from '#shared/contract/admin';
import { showMasterPassword } from '../../domain/impersonation/get-master-password';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(getMasterPassword, async ({ caller, from }) => showMasterPassword(caller, from));
