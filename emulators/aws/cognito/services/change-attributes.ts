import type { AttributeType, CodeDeliveryDetailsType } from '@aws-sdk/client-cognito-identity-provider';
import { CognitoError } from './errors';
import type { ClientRecord, ContactAttribute, PoolRecord, UserRecord } from '../store/records';
import { checkAttributes, toRecord } from './attributes';
import { makeCode } from './codes';
import type { Cognito } from './cognito';
import { holdersOf } from './find';
import { sendCode } from './messages';
import { contactNoun } from './contact-attribute';

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
export function checkNotTaken(
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
export async function changeAttributes(cognito: Cognito, change: AttributeChange): Promise<CodeDeliveryDetailsType[]> {
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
