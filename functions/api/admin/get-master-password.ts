import * as admin from '#shared/contract/admin';
import { getMasterPassword } from '../../domain/impersonation/get-master-password';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(admin.getMasterPassword, ({ caller, from }) => getMasterPassword(caller, from));
