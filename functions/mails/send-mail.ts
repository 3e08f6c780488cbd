import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { requireEnv } from '#functions/platform/environment';
import { clock } from '#functions/platform/clock';

/** A request without a response may have sent its mail, so the SDK repeats none. */
const client = new SESv2Client({
  maxAttempts: 1,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 5000, throwOnRequestTimeout: true },
});

/** Requests for one mail while SES throttles, and the pause before the second one in milliseconds. */
const mostRequests = 5;
const firstPause = 375;

/**
 * SES drops a mail above the rate of the account and says so; only then the same mail is sent again (SES developer
 * guide, "Errors related to the sending quotas for your Amazon SES account").
 */
const isDropped = (error: unknown): boolean =>
  error instanceof Error && ['ThrottlingException', 'TooManyRequestsException', 'Throttling'].includes(error.name);

/** Sends one mail, in HTML and plain text, from this portal's address (SES API v2, SendEmail). */
export async function sendMail(to: string, mail: { subject: string; html: string; text: string }): Promise<void> {
  const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });
  const command = new SendEmailCommand({
    FromEmailAddress: requireEnv('MAIL_FROM'),
    Destination: { ToAddresses: [to] },
    Content: { Simple: { Subject: utf8(mail.subject), Body: { Html: utf8(mail.html), Text: utf8(mail.text) } } },
  });
  for (let request = 1; ; request += 1) {
    try {
      await client.send(command);
      return;
    } catch (error) {
      if (!isDropped(error) || request >= mostRequests) throw error;
      await clock.waitAbout(firstPause * 2 ** (request - 1));
    }
  }
}

/** Whether a mail that failed may have been sent all the same: nobody answered, though SES may have been reached. */
export const mayBeSent = (error: unknown): boolean => {
  const { $metadata, code } = error as { $metadata?: { httpStatusCode?: number }; code?: string };
  return $metadata?.httpStatusCode === undefined && !['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].includes(code ?? '');
};
