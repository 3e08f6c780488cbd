import type { CustomMessageTriggerEvent } from 'aws-lambda';
import type { ResetPurpose } from '#functions/platform/cognito/registration';
import { linkToken, parseLinkToken } from '#functions/accounts/link-token';
import { requireEnv } from '#functions/platform/environment';
import type { Mail } from './layout';
import { temporaryPasswordMail, newAddressMail, registrationMail, resetMail, shortMessages, takenMail } from './mails';

interface Message {
  /** Missing for the code of a second step, which no mail carries. */
  mail?: Mail;
  sms: string;
}

/** The words of a message that Cognito is about to send, with its placeholder `code`; undefined leaves its own. */
function word(event: CustomMessageTriggerEvent): Message | undefined {
  const { codeParameter: code, usernameParameter, clientMetadata } = event.request;
  const page = (path: string): string => `${requireEnv('PORTAL_ORIGIN')}${path}`;
  const link = (path: string): string => page(`${path}?token=${linkToken(event.userName, code)}`);
  switch (event.triggerSource) {
    case 'CustomMessage_SignUp':
    case 'CustomMessage_ResendCode': {
      // Whoever calls Cognito itself may type metadata.
      const token = linkToken(event.userName, clientMetadata?.['cancel'] ?? '');
      const cancelUrl = parseLinkToken(token)?.secret && page(`/cancel-registration?token=${token}`);
      return { mail: registrationMail(code, link('/verify-email'), cancelUrl), sms: shortMessages.other(code) };
    }
    case 'CustomMessage_ForgotPassword': {
      const purpose: ResetPurpose = clientMetadata?.['purpose'] === 'taken' ? 'taken' : 'reset';
      const url = link('/reset-password');
      return {
        mail: purpose === 'taken' ? takenMail(page('/login'), url) : resetMail(url),
        sms: shortMessages.other(code),
      };
    }
    case 'CustomMessage_UpdateUserAttribute':
    case 'CustomMessage_VerifyUserAttribute':
      return { mail: newAddressMail(code), sms: shortMessages.newPhone(code) };
    case 'CustomMessage_Authentication':
      return { sms: shortMessages.signIn(code) };
    case 'CustomMessage_AdminCreateUser':
      return {
        mail: temporaryPasswordMail(usernameParameter ?? '{username}', code, page('/login')),
        sms: `レボナイザー ログインID: ${usernameParameter ?? '{username}'} 仮パスワード: ${code}`,
      };
    default:
      return undefined;
  }
}

/** Words Cognito's mails and SMS in Japanese (developer guide, "Custom message Lambda trigger"). */
export const handler = async (event: CustomMessageTriggerEvent): Promise<CustomMessageTriggerEvent> => {
  const message = word(event);
  if (message) {
    const { mail, sms: smsMessage } = message;
    event.response = { emailSubject: mail?.subject ?? null, emailMessage: mail?.html ?? null, smsMessage };
  }
  return event;
};
