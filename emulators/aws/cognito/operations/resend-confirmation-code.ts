import type {
  ResendConfirmationCodeRequest,
  ResendConfirmationCodeResponse,
} from '@aws-sdk/client-cognito-identity-provider';
import { invalidParameter, userIsDisabled, usernameClientNotFound } from '../services/errors';
import { countRequest } from '../services/hourly-quotas';
import { operation } from '../services/operation';
import { sendConfirmation } from '../services/confirmation';
import { checkSecretHash, clientById, findUser, hidesUsers } from '../services/find';
import { simulatedDelivery } from '../services/messages';

/** A new code for a waiting sign-up; the old one stops working. */
export const resendConfirmationCode = operation<ResendConfirmationCodeRequest, ResendConfirmationCodeResponse>(
  'ResendConfirmationCode',
)({
  requires: ['ClientId', 'Username'],
  takes: ['SecretHash', 'ClientMetadata'],
  run: async (cognito, input) => {
    const { pool, client } = clientById(cognito, input.ClientId);
    const user = findUser(cognito, pool, input.Username);
    checkSecretHash(client, input.SecretHash, input.Username, user);
    if (!user?.enabled && hidesUsers(client)) return { CodeDeliveryDetails: simulatedDelivery(input.Username) };
    if (!user) throw usernameClientNotFound();
    if (!user.enabled) throw userIsDisabled();
    if (user.status !== 'UNCONFIRMED') throw invalidParameter('User is already confirmed.');
    await countRequest(cognito, user, 'ResendConfirmationCode');
    const delivery = await sendConfirmation(cognito, {
      pool,
      client,
      user,
      source: 'ResendCode',
      clientMetadata: input.ClientMetadata,
    });
    if (!delivery) throw invalidParameter('Auto verification not turned on.');
    return { CodeDeliveryDetails: delivery };
  },
});
