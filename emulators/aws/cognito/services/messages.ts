import type { CodeDeliveryDetailsType } from '@aws-sdk/client-cognito-identity-provider';
import { CognitoError } from './errors';
import type { ClientRecord, ContactAttribute, PoolRecord, UserRecord } from '../store/records';
import type { Cognito } from './cognito';
import { readableText } from './message-text';
import { customTexts } from './custom-message';

const codePlaceholder = '{####}';
const usernamePlaceholder = '{username}';
/**
 * Limits of the custom message trigger's texts, the code included (developer guide, "Custom message Lambda trigger").
 */
const longest = { sms: 140, email: 20_000 };

type MessageSource =
  | 'SignUp'
  | 'ResendCode'
  | 'ForgotPassword'
  | 'UpdateUserAttribute'
  | 'VerifyUserAttribute'
  | 'Authentication'
  | 'AdminCreateUser';

export interface CodeMessage {
  pool: PoolRecord;
  client?: ClientRecord | undefined;
  user: UserRecord;
  source: MessageSource;
  /** The destination, and its attribute of the user. */
  attribute: ContactAttribute;
  to: string;
  /** The code, or the temporary password of an invitation. */
  code: string;
  clientMetadata?: Record<string, string> | undefined;
}

/** The pool's own texts, or the service's. */
function templates({ settings }: PoolRecord, source: MessageSource): { sms: string; email: string; subject: string } {
  if (source === 'AdminCreateUser') {
    const text = `Your username is ${usernamePlaceholder} and temporary password is ${codePlaceholder}.`;
    return { sms: text, email: text, subject: 'Your temporary password' };
  }
  const template = settings.VerificationMessageTemplate;
  const verification = `Your verification code is ${codePlaceholder}.`;
  return {
    sms:
      source === 'Authentication'
        ? `Your authentication code is ${codePlaceholder}.`
        : (template?.SmsMessage ?? settings.SmsVerificationMessage ?? verification),
    email: template?.EmailMessage ?? settings.EmailVerificationMessage ?? verification,
    subject: template?.EmailSubject ?? settings.EmailVerificationSubject ?? 'Your verification code',
  };
}

function checkLength(kind: 'sms' | 'email', text: string): void {
  if (text.length > longest[kind]) {
    throw new CognitoError(
      'InvalidLambdaResponseException',
      `Invalid lambda function output : ${kind}Message exceeds ${longest[kind]} characters`,
    );
  }
}

/**
 * Sends a code in the words of the custom message trigger, or in the pool's words if the trigger has none or leaves the
 * code out.
 */
export async function sendCode(cognito: Cognito, message: CodeMessage): Promise<CodeDeliveryDetailsType> {
  const { pool, client, user, source, attribute, to, code, clientMetadata } = message;
  const channel = attribute === 'email' ? 'email' : 'sms';
  if (channel === 'sms' && !pool.settings.SmsConfiguration) {
    throw new CognitoError(
      'InvalidSmsRoleAccessPolicyException',
      'The user pool has no SmsConfiguration: it cannot send SMS.',
    );
  }
  const invitation = source === 'AdminCreateUser';
  const custom = await customTexts(cognito, {
    pool,
    client,
    user,
    source: `CustomMessage_${source}`,
    request: {
      codeParameter: codePlaceholder,
      linkParameter: '{##Click Here##}',
      usernameParameter: invitation ? usernamePlaceholder : null,
      ...(clientMetadata && { clientMetadata }),
    },
  });
  const fill = (text: string) => text.replaceAll(codePlaceholder, code).replaceAll(usernamePlaceholder, to);
  const own = templates(pool, source);
  const given = channel === 'email' ? custom?.emailMessage : custom?.smsMessage;
  const usable =
    typeof given === 'string' &&
    given.includes(codePlaceholder) &&
    (!invitation || given.includes(usernamePlaceholder));
  const text = fill(usable ? given : own[channel]);
  if (usable) checkLength(channel, text);
  const subject = channel === 'email' ? fill(custom?.emailSubject || own.subject) : '';
  await cognito.outbox({ channel, to, subject, text: channel === 'email' ? readableText(text) : text });
  return deliveryTo(attribute, to);
}

/** `taro@example.com` → `t***@e***`, `+819012345678` → `+********5678`, as CodeDeliveryDetails shows them. */
export function mask(attribute: ContactAttribute, to: string): string {
  if (attribute === 'phone_number') return `+${'*'.repeat(Math.max(0, to.length - 5))}${to.slice(-4)}`;
  const [local = '', domain = ''] = to.split('@');
  return `${local.charAt(0)}***@${domain.charAt(0)}***`;
}

const deliveryTo = (attribute: ContactAttribute, to: string): CodeDeliveryDetailsType => ({
  AttributeName: attribute,
  DeliveryMedium: attribute === 'email' ? 'EMAIL' : 'SMS',
  Destination: mask(attribute, to),
});

/**
 * The delivery that a client that hides users gets for an unknown user: the medium follows from the form of the name.
 */
export const simulatedDelivery = (name: string): CodeDeliveryDetailsType =>
  name.includes('@')
    ? deliveryTo('email', name)
    : /^\+\d+$/.test(name)
      ? deliveryTo('phone_number', name)
      : deliveryTo('email', `${name}@`);
