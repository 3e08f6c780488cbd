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
import { preSignUp } from '../services/pre-sign-up';
import { postConfirmation } from '../services/triggers';
import type { ContactAttribute, UserRecord } from '../store/records';

/**
 * Sends the code that confirms a sign-up: to the number if the pool verifies numbers and the user has one, otherwise by
 * mail.
 */
async function sendConfirmation(
  cognito: Cognito,
  about: Omit<CodeMessage, 'attribute' | 'to' | 'code'>,
): Promise<CodeDeliveryDetailsType | undefined> {
  const { pool, user } = about;
  const order: ContactAttribute[] = ['phone_number', 'email'];
  const attribute = order.find(
    (name) => pool.settings.AutoVerifiedAttributes?.includes(name) && user.attributes[name] !== undefined,
  );
  const to = attribute && user.attributes[attribute];
  if (attribute === undefined || to === undefined) return undefined;
  const code = await makeCode(cognito, user, 'sign-up', attribute);
  return sendCode(cognito, { ...about, attribute, to, code });
}

/** The common part of ConfirmSignUp and AdminConfirmSignUp. */
async function confirm(
  cognito: Cognito,
  who: Parameters<typeof postConfirmation>[1],
  change: (user: UserRecord) => void,
): Promise<Record<string, never>> {
  await cognito.store.users.change(who.user.sub, (changed) => {
    changed.status = 'CONFIRMED';
    change(changed);
    changed.modified = cognito.clock.now();
  });
  await postConfirmation(cognito, who, 'PostConfirmation_ConfirmSignUp');
  return {};
}

export const signUp: readonly Operation[] = [
  /**
   * A new unconfirmed user, and the code that confirms it. A taken name is UsernameExistsException, even if the client
   * hides users.
   */
  operation<SignUpRequest, SignUpResponse>('SignUp')({
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
  }),
  /** Proves the address or number of a sign-up. ForceAliasCreation moves aliases, which these pools do not have. */
  operation<ConfirmSignUpRequest, ConfirmSignUpResponse>('ConfirmSignUp')({
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
      return confirm(cognito, { pool, client, user, clientMetadata: input.ClientMetadata }, (changed) => {
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
    takes: ['ClientMetadata'],
    run: async (cognito, input) => {
      const pool = poolById(cognito, input.UserPoolId);
      const user = userByName(cognito, pool, input.Username);
      if (user.status !== 'UNCONFIRMED') throw notConfirmable(user.status);
      return confirm(cognito, { pool, user, clientMetadata: input.ClientMetadata }, (changed) => {
        delete changed.codes['sign-up'];
      });
    },
  }),
];
