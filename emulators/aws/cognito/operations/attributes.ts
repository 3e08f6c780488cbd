import type {
  AdminUpdateUserAttributesRequest,
  AdminUpdateUserAttributesResponse,
  AttributeType,
  CodeDeliveryDetailsType,
  GetUserAttributeVerificationCodeRequest,
  GetUserAttributeVerificationCodeResponse,
  UpdateUserAttributesRequest,
  UpdateUserAttributesResponse,
  VerifyUserAttributeRequest,
  VerifyUserAttributeResponse,
} from '@aws-sdk/client-cognito-identity-provider';
import { checkAttributes, contactAttribute, contactNoun, toRecord } from '../services/attributes';
import { makeCode, takeCode } from '../services/codes';
import type { Cognito } from '../services/cognito';
import { CognitoError, invalidParameter } from '../services/errors';
import { holdersOf, poolById, userByName } from '../services/find';
import { countRequest } from '../services/hourly-quotas';
import { sendCode } from '../services/messages';
import { operation, type Operation } from '../services/operation';
import { authorize } from '../services/tokens';
import type { ClientRecord, ContactAttribute, PoolRecord, UserRecord } from '../store/records';

interface AttributeChange {
  pool: PoolRecord;
  /** Absent if an administrator changes a user. */
  client?: ClientRecord;
  user: UserRecord;
  attributes: AttributeType[];
  clientMetadata?: Record<string, string> | undefined;
}

const contactNames: readonly ContactAttribute[] = ['email', 'phone_number'];

/** @throws AliasExistsException if another user signs in with this address or number */
function checkNotTaken(
  cognito: Cognito,
  pool: PoolRecord,
  user: UserRecord,
  attribute: ContactAttribute,
  value: string,
): void {
  if (!pool.settings.UsernameAttributes?.includes(attribute)) return;
  if (holdersOf(cognito, pool, attribute, value).every((holder) => holder.sub === user.sub)) return;
  throw new CognitoError('AliasExistsException', `An account with the given ${contactNoun[attribute]} already exists.`);
}

/** What becomes of a new address or number: set at once, with or without a code, or once its code is entered. */
type ContactChange = 'none' | 'set' | 'set-and-send' | 'wait';

function contactChange(
  pool: PoolRecord,
  user: UserRecord,
  values: Record<string, string>,
  attribute: ContactAttribute,
): ContactChange {
  const value = values[attribute];
  if (value === undefined || value === user.attributes[attribute]) return 'none';
  if (value === '' || values[`${attribute}_verified`] === 'true') return 'set';
  if (pool.settings.UserAttributeUpdateSettings?.AttributesRequireVerificationBeforeUpdate?.includes(attribute))
    return 'wait';
  return pool.settings.AutoVerifiedAttributes?.includes(attribute) ? 'set-and-send' : 'set';
}

function apply(
  user: UserRecord,
  values: Record<string, string>,
  changes: Record<ContactAttribute, ContactChange>,
): void {
  for (const attribute of contactNames) {
    const value = values[attribute];
    if (value === undefined) continue;
    // A newer change replaces a waiting one; a change back to the current value removes it.
    delete user.pending[attribute];
    delete user.codes[attribute];
    if (changes[attribute] === 'wait') user.pending[attribute] = value;
    if (changes[attribute] === 'set' || changes[attribute] === 'set-and-send')
      user.attributes[`${attribute}_verified`] = 'false';
  }
  for (const [name, value] of Object.entries(values)) {
    if (changes[name as ContactAttribute] === 'wait') continue;
    if (value !== '') user.attributes[name] = value;
    else {
      delete user.attributes[name];
      delete user.attributes[`${name}_verified`];
    }
  }
}

/**
 * Changes a user's attributes (API_UpdateUserAttributes, API_AdminUpdateUserAttributes). If the pool requires
 * verification first, a new address or number waits for its code while the old one stays in force; otherwise it
 * replaces the old one at once, unverified. Each change is sent a code by mail or SMS; an unchanged value is not.
 */
async function changeAttributes(cognito: Cognito, change: AttributeChange): Promise<CodeDeliveryDetailsType[]> {
  const { pool, client, user, clientMetadata } = change;
  const values = toRecord(change.attributes);
  checkAttributes(pool, values, client, user);
  for (const attribute of contactNames) {
    const value = values[attribute];
    if (value) checkNotTaken(cognito, pool, user, attribute, value);
  }
  const changes = {
    email: contactChange(pool, user, values, 'email'),
    phone_number: contactChange(pool, user, values, 'phone_number'),
  };
  await cognito.store.users.change(user.sub, (changed) => {
    apply(changed, values, changes);
    changed.modified = cognito.clock.now();
  });
  const delivered: CodeDeliveryDetailsType[] = [];
  for (const attribute of contactNames) {
    const to = values[attribute];
    if (to === undefined || !['wait', 'set-and-send'].includes(changes[attribute])) continue;
    const code = await makeCode(cognito, user, attribute, attribute);
    delivered.push(
      await sendCode(cognito, {
        pool,
        client,
        user,
        source: 'UpdateUserAttribute',
        attribute,
        to,
        code,
        clientMetadata,
      }),
    );
  }
  return delivered;
}

export const attributes: readonly Operation[] = [
  /** A signed-in user's own changes; see changeAttributes. */
  operation<UpdateUserAttributesRequest, UpdateUserAttributesResponse>('UpdateUserAttributes')({
    requires: ['AccessToken', 'UserAttributes'],
    takes: ['ClientMetadata'],
    run: async (cognito, input) => {
      const { pool, client, user } = await authorize(cognito, input.AccessToken);
      return {
        CodeDeliveryDetailsList: await changeAttributes(cognito, {
          pool,
          client,
          user,
          attributes: input.UserAttributes,
          clientMetadata: input.ClientMetadata,
        }),
      };
    },
  }),
  /** An administrator's changes; an address given as verified is in force at once, without a code. */
  operation<AdminUpdateUserAttributesRequest, AdminUpdateUserAttributesResponse>('AdminUpdateUserAttributes')({
    requires: ['UserPoolId', 'Username', 'UserAttributes'],
    takes: ['ClientMetadata'],
    run: async (cognito, input) => {
      const pool = poolById(cognito, input.UserPoolId);
      const user = userByName(cognito, pool, input.Username);
      await changeAttributes(cognito, {
        pool,
        user,
        attributes: input.UserAttributes,
        clientMetadata: input.ClientMetadata,
      });
      return {};
    },
  }),
  /** Sends a signed-in user a code that proves the address or number. */
  operation<GetUserAttributeVerificationCodeRequest, GetUserAttributeVerificationCodeResponse>(
    'GetUserAttributeVerificationCode',
  )({
    requires: ['AccessToken', 'AttributeName'],
    takes: ['ClientMetadata'],
    run: async (cognito, input) => {
      const { pool, client, user } = await authorize(cognito, input.AccessToken);
      const attribute = contactAttribute(input.AttributeName);
      // If a value waits for its code, that value is the one to prove.
      const to = user.pending[attribute] ?? user.attributes[attribute];
      if (to === undefined) throw invalidParameter(`User has no attribute ${attribute} to verify.`);
      await countRequest(cognito, user, 'GetUserAttributeVerificationCode');
      const code = await makeCode(cognito, user, attribute, attribute);
      const message = {
        pool,
        client,
        user,
        source: 'VerifyUserAttribute',
        attribute,
        to,
        code,
        clientMetadata: input.ClientMetadata,
      } as const;
      return { CodeDeliveryDetails: await sendCode(cognito, message) };
    },
  }),
  /** Proves an address or number; a value that waited replaces the old one. */
  operation<VerifyUserAttributeRequest, VerifyUserAttributeResponse>('VerifyUserAttribute')({
    requires: ['AccessToken', 'AttributeName', 'Code'],
    run: async (cognito, input) => {
      const { pool, user } = await authorize(cognito, input.AccessToken);
      const attribute = contactAttribute(input.AttributeName);
      const waiting = user.pending[attribute];
      // Another user may have taken it since the code was sent, or may take it right now.
      const check = () => waiting === undefined || checkNotTaken(cognito, pool, user, attribute, waiting);
      check();
      await countRequest(cognito, user, 'VerifyUserAttribute');
      await takeCode(cognito, user, attribute, input.Code);
      check();
      await cognito.store.users.change(user.sub, (changed) => {
        if (waiting !== undefined) changed.attributes[attribute] = waiting;
        delete changed.pending[attribute];
        changed.attributes[`${attribute}_verified`] = 'true';
        changed.modified = cognito.clock.now();
      });
      return {};
    },
  }),
];
