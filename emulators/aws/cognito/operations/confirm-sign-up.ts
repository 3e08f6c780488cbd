import type { ConfirmSignUpRequest, ConfirmSignUpResponse } from '@aws-sdk/client-cognito-identity-provider';
import { codeExpired, userIsDisabled, usernameClientNotFound, notConfirmable } from '../services/errors';
import { countRequest } from '../services/hourly-quotas';
import { operation } from '../services/operation';
import { takeCode } from '../services/codes';
import { checkSecretHash, clientById, findUser, hidesUsers } from '../services/find';
import { postConfirmation } from '../services/triggers';

/** Proves the address or number of a sign-up. ForceAliasCreation moves aliases, which these pools do not have. */
export const confirmSignUp = operation<ConfirmSignUpRequest, ConfirmSignUpResponse>('ConfirmSignUp')({
  requires: ['ClientId', 'Username', 'ConfirmationCode'],
  takes: ['SecretHash', 'ClientMetadata', 'ForceAliasCreation'],
  run: async (cognito, input) => {
    const { pool, client } = clientById(cognito, input.ClientId);
    const user = findUser(cognito, pool, input.Username);
    checkSecretHash(client, input.SecretHash, input.Username, user);
    if (!user) throw hidesUsers(client) ? codeExpired() : usernameClientNotFound();
    if (!user.enabled) throw userIsDisabled();
    if (user.status !== 'UNCONFIRMED') throw notConfirmable(user.status);
    await countRequest(cognito, user, 'ConfirmSignUp');
    const { attribute } = await takeCode(cognito, user, 'sign-up', input.ConfirmationCode);
    await cognito.store.users.change(user.sub, (changed) => {
      changed.status = 'CONFIRMED';
      changed.attributes[`${attribute}_verified`] = 'true';
      changed.modified = cognito.clock.now();
    });
    await postConfirmation(
      cognito,
      { pool, client, user, clientMetadata: input.ClientMetadata },
      'PostConfirmation_ConfirmSignUp',
    );
    return {};
  },
});
