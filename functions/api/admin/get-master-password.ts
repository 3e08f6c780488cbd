import * as admin from '#shared/contract/admin';
import { makeMasterPassword } from '../../domain/impersonation/master-password';
import { defineAdminHandler } from '../../http/define-admin-handler';

export const handler = defineAdminHandler(admin.getMasterPassword, (request) => makeMasterPassword(request));
