import type { ForgotPasswordRequest, ForgotPasswordResponse } from '@aws-sdk/client-cognito-identity-provider';
import { userIsDisabled, usernameClientNotFound, noRecovery, notResettable } from '../services/errors';
import { countRequest } from '../services/hourly-quotas';
import { operation } from '../services/operation';
import { makeCode } from '../services/codes';
import { checkSecretHash, clientById, findUser, hidesUsers } from '../services/find';
import { sendCode, simulatedDelivery } from '../services/messages';
import { recoveryOf } from '../services/recovery';

/** Sends a code to set a new password with, valid for an hour. */
export const forgotPassword = operation<ForgotPasswordRequest, ForgotPasswordResponse>('ForgotPassword')({
  requires: ['ClientId', 'Username'],
  takes: ['SecretHash', 'ClientMetadata'],
  run: async (cognito, input) => {
    const { pool, client } = clientById(cognito, input.ClientId);
    const user = findUser(cognito, pool, input.Username);
    checkSecretHash(client, input.SecretHash, input.Username, user);
    // Unknown, disabled, or nothing verified to send to: all look like a code that was sent (developer guide,
    // "Managing user existence error responses", ForgotPassword).
    const recovery = user?.enabled ? recoveryOf(pool, user) : undefined;
    if (!recovery && hidesUsers(client)) return { CodeDeliveryDetails: simulatedDelivery(input.Username) };
    if (!user) throw usernameClientNotFound();
    if (!user.enabled) throw userIsDisabled();
    if (!recovery) throw noRecovery();
    if (user.status === 'FORCE_CHANGE_PASSWORD') throw notResettable();
    await countRequest(cognito, user, 'ForgotPassword');
    const code = await makeCode(cognito, user, 'reset', recovery.attribute);
    const message = {
      pool,
      client,
      user,
      source: 'ForgotPassword',
      ...recovery,
      code,
      clientMetadata: input.ClientMetadata,
    } as const;
    return { CodeDeliveryDetails: await sendCode(cognito, message) };
  },
});
