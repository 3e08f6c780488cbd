import type { CodeDeliveryDetailsType } from '@aws-sdk/client-cognito-identity-provider';
import type { ContactAttribute } from '../store/records';
import { makeCode } from './codes';
import type { Cognito } from './cognito';
import { sendCode, type CodeMessage } from './messages';

/**
 * Sends the code that confirms a sign-up: to the number if the pool verifies numbers and the user has one, otherwise by
 * mail.
 */
export async function sendConfirmation(
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
