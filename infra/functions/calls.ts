import { costOf } from '#shared/contract/call';
import { calls, type CallName, type ListedCall } from '#shared/contract/index';
import { accounts } from './accounts';
import { billing } from './billing';
import { asksWhoIsAdministrator } from './capabilities';
import { devices } from './devices';
import {
  auditRecord,
  contact,
  devicesTable,
  limits,
  portalOrigin,
  publicSettings,
  usersTable,
  version,
  type FunctionDeclaration,
  type Grant,
} from './grants';
import { shops } from './shops';
import { signIn } from './sign-in';

/** The functions of the calls about the portal itself. */
const http = {
  'get-system-information': {
    errorImpact: 'administrators do not see the state of the system',
    permissions: [...asksWhoIsAdministrator, devicesTable('GetItem'), version()],
  },
  'get-config': {
    errorImpact: 'no card can be entered',
    permissions: [publicSettings(), contact()],
  },
  'report-client-error': {
    errorImpact: 'nothing; the staff do not learn of errors of the page',
    permissions: [],
  },
} as const satisfies Partial<Record<CallName, FunctionDeclaration>>;

/**
 * The functions of the calls by subject. Each subject has a stack of its own, so that none grows full, but for `http`,
 * whose calls stand in the gateway's.
 */
export const subjects = { accounts, signIn, shops, billing, devices, http } as const;

export type Subject = keyof typeof subjects;

/** The function of each call; `permissions` are those that `commonPermissions` does not give. */
export const callFunctions: Readonly<Record<CallName, FunctionDeclaration>> = {
  ...accounts,
  ...signIn,
  ...shops,
  ...billing,
  ...devices,
  ...http,
};

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
    ...(call.owns ? [usersTable('GetItem', 'BatchGetItem')] : []),
    ...(impersonable ? asksWhoIsAdministrator : []),
    ...(impersonable && call.method !== 'GET' ? [auditRecord()] : []),
  ];
}

/** The declared function of a call, with all its permissions. */
export function callFunction(call: ListedCall): FunctionDeclaration {
  const declared = callFunctions[call.name];
  return { ...declared, permissions: [...commonPermissions(call), ...declared.permissions] };
}

/** The calls of a subject, as the contract has them. */
export const callsOf = (subject: Subject): ListedCall[] => calls.filter(({ name }) => name in subjects[subject]);
