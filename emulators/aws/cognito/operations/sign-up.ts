import type { SignUpRequest, SignUpResponse } from '@aws-sdk/client-cognito-identity-provider';
import { constraint, notAuthorized } from '../services/errors';
import { operation } from '../services/operation';
import { checkAttributes, checkRequired, toRecord } from '../services/attributes';
import { sendConfirmation } from '../services/confirmation';
import { checkSecretHash, clientById } from '../services/find';
import { checkNameIsFree, emptyUser, nameUser, withVerifiedMarks } from '../services/new-user';
import { checkPasswordPolicy, hashPassword } from '../services/passwords';
import { preSignUp } from '../services/pre-sign-up';
import { postConfirmation } from '../services/triggers';
import type { UserRecord } from '../store/records';

/**
 * A new unconfirmed user, and the code that confirms it. A taken name is UsernameExistsException, even if the client
 * hides users.
 */
export const signUp = operation<SignUpRequest, SignUpResponse>('SignUp')({
  requires: ['ClientId', 'Username'],
  takes: ['SecretHash', 'Password', 'UserAttributes', 'ValidationData', 'ClientMetadata'],
  run: async (cognito, input) => {
    const { pool, client } = clientById(cognito, input.ClientId);
    checkSecretHash(client, input.SecretHash, input.Username);
    if (pool.settings.AdminCreateUserConfig?.AllowAdminCreateUserOnly)
      throw notAuthorized('SignUp is not permitted for this user pool');
    const password = input.Password;
    if (!password) throw constraint('password', 'Member must not be null');
    const given = toRecord(input.UserAttributes);
    const { sub, username, attributes } = nameUser(pool, input.Username, given);
    checkPasswordPolicy(pool, password);
    checkAttributes(pool, attributes, client);
    checkRequired(pool, attributes);
    const { ValidationData: validationData, ClientMetadata: clientMetadata } = input;
    const trigger = await preSignUp(cognito, { pool, client, username, attributes, validationData, clientMetadata });
    const hash = await hashPassword(cognito, password);
    checkNameIsFree(cognito, pool, username, attributes);
    const user: UserRecord = {
      ...emptyUser(cognito, pool),
      sub,
      username,
      status: trigger.autoConfirmUser ? 'CONFIRMED' : 'UNCONFIRMED',
      attributes: { ...withVerifiedMarks(attributes), ...trigger.verified },
      password: hash,
    };
    await cognito.store.users.put(sub, user);
    if (user.status === 'CONFIRMED') {
      await postConfirmation(cognito, { pool, client, user, clientMetadata }, 'PostConfirmation_ConfirmSignUp');
      return { UserConfirmed: true, UserSub: sub };
    }
    const delivery = await sendConfirmation(cognito, { pool, client, user, source: 'SignUp', clientMetadata });
    return { UserConfirmed: false, UserSub: sub, ...(delivery && { CodeDeliveryDetails: delivery }) };
  },
});
