import { costOf } from '#shared/contract/errors-of';
import type { ListedCall } from '#shared/contract/index';
import { callFunctions } from './calls';
import { asksWhoIsAdministrator } from './capabilities';
import { auditRecord, usersTable, type FunctionDeclaration, type Grant } from './grants';
import { limits, portalOrigin } from './stage-variables';

/** Permissions that follow from the call's entry in the contract. */
function commonPermissions(call: ListedCall): Grant[] {
  const signedIn = call.access === 'user' || call.access === 'admin';
  // An administrator may make the call for a user: Cognito is then asked whether they still are one, and a change is
  // recorded (functions/http/middleware.ts).
  const impersonable = call.access === 'user' && call.impersonation !== 'refused';
  return [
    portalOrigin(),
    ...(signedIn ? [usersTable('Query')] : []),
    // Counts what the call costs (functions/http/limit-use.ts).
    ...(Object.keys(costOf(call)).length > 0 ? [usersTable('GetItem', 'UpdateItem'), limits()] : []),
    // Finds the shop of what the call names (functions/http/middleware.ts).
    ...(call.owns ? [usersTable('GetItem')] : []),
    ...(impersonable ? asksWhoIsAdministrator : []),
    ...(impersonable && call.method !== 'GET' ? [auditRecord()] : []),
  ];
}

/** The declared function of a call, with all its permissions. */
export function callFunction(call: ListedCall): FunctionDeclaration {
  const declared = callFunctions[call.name];
  return { ...declared, permissions: [...commonPermissions(call), ...declared.permissions] };
}
