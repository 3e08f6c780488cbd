import { getMasterPassword } from '#shared/contract/admin';
import { showMasterPassword } from '../../domain/acting/show-master-password';
import { defineHandler } from '../../runtime/define-handler';

export const handler = defineHandler(getMasterPassword, async ({ caller, from }) => showMasterPassword(caller, from));
