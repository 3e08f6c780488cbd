import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { requireEnv } from '../../runtime/environment';

const client = new SESv2Client({
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 5000, throwOnRequestTimeout: true },
});

/** Sends one HTML mail from this portal's address (SES API v2, SendEmail). */
export async function sendMail(to: string, mail: { subject: string; html: string }): Promise<void> {
  const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });
  await client.send(
    new SendEmailCommand({
      FromEmailAddress: requireEnv('MAIL_FROM'),
      Destination: { ToAddresses: [to] },
      Content: { Simple: { Subject: utf8(mail.subject), Body: { Html: utf8(mail.html) } } },
    }),
  );
}
