import type {
  AdminConfirmSignUpRequest,
  AdminConfirmSignUpResponse,
  CodeDeliveryDetailsType,
  ConfirmSignUpRequest,
  ConfirmSignUpResponse,
  ResendConfirmationCodeRequest,
  ResendConfirmationCodeResponse,
  SignUpRequest,
  SignUpResponse,
} from '@aws-sdk/client-cognito-identity-provider';
import { checkAttributes, checkRequired, toRecord } from '../services/attributes';
import { makeCode, takeCode } from '../services/codes';
import type { Cognito } from '../services/cognito';
import {
  codeExpired,
  constraint,
  invalidParameter,
  notAuthorized,
  notConfirmable,
  userIsDisabled,
  usernameClientNotFound,
} from '../services/errors';
import { checkSecretHash, clientById, findUser, hidesUsers, poolById, userByName } from '../services/find';
import { countRequest } from '../services/hourly-quotas';
import { type CodeMessage, sendCode, simulatedDelivery } from '../services/messages';
import { checkNameIsFree, emptyUser, nameUser, withVerifiedMarks } from '../services/new-user';
import { operation, type Operation } from '../services/operation';
import { checkPasswordPolicy, hashPassword } from '../services/passwords';
import type { UserRecord } from '../store/records';

/** Mails the code that confirms a sign-up, if the pool verifies addresses. */
async function sendConfirmation(
  cognito: Cognito,
  about: Omit<CodeMessage, 'attribute' | 'to' | 'code'>,
): Promise<CodeDeliveryDetailsType | undefined> {
  const { pool, user } = about;
  const { email: to } = user.attributes;
  if (!pool.settings.AutoVerifiedAttributes?.includes('email') || to === undefined) return undefined;
  const code = await makeCode(cognito, user, 'sign-up', 'email');
  return sendCode(cognito, { ...about, attribute: 'email', to, code });
}

/** The common part of ConfirmSignUp and AdminConfirmSignUp. */
async function confirm(
  cognito: Cognito,
  user: UserRecord,
  change: (user: UserRecord) => void,
): Promise<Record<string, never>> {
  await cognito.store.users.change(user.sub, (changed) => {
    changed.status = 'CONFIRMED';
    change(changed);
    changed.modified = cognito.clock.now();
  });
  return {};
}

export const signUp: readonly Operation[] = [
  /**
   * A new unconfirmed user, and the code that confirms it. A taken name is UsernameExistsException, even if the client
   * hides users.
   */
  operation<SignUpRequest, SignUpResponse>('SignUp')({
    requires: ['ClientId', 'Username'],
    takes: ['SecretHash', 'Password', 'UserAttributes', 'ClientMetadata'],
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
      const hash = await hashPassword(cognito, password);
      checkNameIsFree(cognito, pool, username, attributes);
      const user: UserRecord = {
        ...emptyUser(cognito, pool),
        sub,
        username,
        status: 'UNCONFIRMED',
        attributes: withVerifiedMarks(attributes),
        password: hash,
      };
      await cognito.store.users.put(sub, user);
      const { ClientMetadata: clientMetadata } = input;
      const delivery = await sendConfirmation(cognito, { pool, client, user, source: 'SignUp', clientMetadata });
      return { UserConfirmed: false, UserSub: sub, ...(delivery && { CodeDeliveryDetails: delivery }) };
    },
  }),
  /** Proves the address of a sign-up. */
  operation<ConfirmSignUpRequest, ConfirmSignUpResponse>('ConfirmSignUp')({
    requires: ['ClientId', 'Username', 'ConfirmationCode'],
    takes: ['SecretHash'],
    run: async (cognito, input) => {
      const { pool, client } = clientById(cognito, input.ClientId);
      const user = findUser(cognito, pool, input.Username);
      checkSecretHash(client, input.SecretHash, input.Username, user);
      if (!user) throw hidesUsers(client) ? codeExpired() : usernameClientNotFound();
      if (!user.enabled) throw userIsDisabled();
      if (user.status !== 'UNCONFIRMED') throw notConfirmable(user.status);
      await countRequest(cognito, user, 'ConfirmSignUp');
      const { attribute } = await takeCode(cognito, user, 'sign-up', input.ConfirmationCode);
      return confirm(cognito, user, (changed) => {
        changed.attributes[`${attribute}_verified`] = 'true';
      });
    },
  }),
  /** A new code for a waiting sign-up; the old one stops working. */
  operation<ResendConfirmationCodeRequest, ResendConfirmationCodeResponse>('ResendConfirmationCode')({
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
  }),
  /** Confirms a sign-up without its code; address and number stay unverified. */
  operation<AdminConfirmSignUpRequest, AdminConfirmSignUpResponse>('AdminConfirmSignUp')({
    requires: ['UserPoolId', 'Username'],
    run: async (cognito, input) => {
      const pool = poolById(cognito, input.UserPoolId);
      const user = userByName(cognito, pool, input.Username);
      if (user.status !== 'UNCONFIRMED') throw notConfirmable(user.status);
      return confirm(cognito, user, (changed) => {
        delete changed.codes['sign-up'];
      });
    },
  }),
];
