import * as admin from '#shared/contract/admin';
import * as masterPassword from './master-password';
import { defineAdminHandler, defineHandler } from '#functions/http/define-handler';
import * as security from '#shared/contract/security';
import * as impersonation from './impersonations';

export const getMasterPassword = defineAdminHandler(admin.getMasterPassword, (request) =>
  masterPassword.makeMasterPassword(request),
);

export const makeMasterPassword = defineAdminHandler(admin.makeMasterPassword, (request) =>
  masterPassword.makeMasterPassword(request, request.body.reason),
);

export const listImpersonations = defineHandler(security.listImpersonations, async ({ caller }) => ({
  impersonations: await impersonation.listImpersonations(caller.userId),
}));
