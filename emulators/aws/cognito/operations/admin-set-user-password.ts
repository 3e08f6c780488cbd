import type {
  AdminSetUserPasswordRequest,
  AdminSetUserPasswordResponse,
} from '@aws-sdk/client-cognito-identity-provider';
import { operation } from '../services/operation';
import { poolById, userByName } from '../services/find';
import { checkPasswordPolicy, hashPassword, temporaryPasswordEnd } from '../services/passwords';

/** Sets a password. A permanent one confirms the user; any other must be changed at the next sign-in. */
export const adminSetUserPassword = operation<AdminSetUserPasswordRequest, AdminSetUserPasswordResponse>(
  'AdminSetUserPassword',
)({
  requires: ['UserPoolId', 'Username', 'Password'],
  takes: ['Permanent'],
  run: async (cognito, input) => {
    const pool = poolById(cognito, input.UserPoolId);
    const user = userByName(cognito, pool, input.Username);
    checkPasswordPolicy(pool, input.Password);
    const hash = await hashPassword(cognito, input.Password);
    await cognito.store.users.change(user.sub, (changed) => {
      changed.password = hash;
      changed.status = input.Permanent ? 'CONFIRMED' : 'FORCE_CHANGE_PASSWORD';
      changed.modified = cognito.clock.now();
      delete changed.temporaryUntil;
      if (!input.Permanent) changed.temporaryUntil = temporaryPasswordEnd(pool, changed.modified);
    });
    return {};
  },
});
