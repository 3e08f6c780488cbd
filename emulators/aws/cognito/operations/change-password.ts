import type { ChangePasswordRequest, ChangePasswordResponse } from '@aws-sdk/client-cognito-identity-provider';
import { attemptLimitExceeded } from '../services/errors';
import { countRequest } from '../services/hourly-quotas';
import { operation } from '../services/operation';
import { refuseWhileLocked } from '../services/lock-out';
import { checkPasswordForm, checkPasswordPolicy, hashPassword } from '../services/passwords';
import { checkPassword } from '../services/sign-in';
import { authorize } from '../services/tokens';

/** A signed-in user sets a new password with the old one; wrong ones count like those of a sign-in. */
export const changePassword = operation<ChangePasswordRequest, ChangePasswordResponse>('ChangePassword')({
  requires: ['AccessToken', 'ProposedPassword'],
  takes: ['PreviousPassword'],
  run: async (cognito, input) => {
    // Request validation comes before everything else, and counts no attempt.
    if (input.PreviousPassword !== undefined) checkPasswordForm('previousPassword', input.PreviousPassword);
    checkPasswordForm('proposedPassword', input.ProposedPassword);
    const { pool, user } = await authorize(cognito, input.AccessToken);
    await countRequest(cognito, user, 'ChangePassword');
    await refuseWhileLocked(cognito, user, 'password', attemptLimitExceeded);
    await checkPassword(cognito, user, input.PreviousPassword ?? '');
    checkPasswordPolicy(pool, input.ProposedPassword);
    const hash = await hashPassword(cognito, input.ProposedPassword);
    await cognito.store.users.change(user.sub, (changed) => {
      changed.password = hash;
      changed.modified = cognito.clock.now();
    });
    return {};
  },
});
