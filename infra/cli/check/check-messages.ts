import type { GetAccountResponse, GetEmailIdentityResponse } from '@aws-sdk/client-sesv2';
import { mailDomain, physicalName } from '../../stage/names';
import type { StageSettings } from '../../stage/stages';
import { asFinding, ok, unknown, wrong, type Finding } from './finding';

/** The requests to SES and SNS; each returns the AWS SDK's result. */
export interface MessageServices {
  /** Undefined if there is no such identity. */
  mailIdentity: (name: string) => Promise<Pick<GetEmailIdentityResponse, 'VerifiedForSendingStatus'> | undefined>;
  mailAccount: () => Promise<Pick<GetAccountResponse, 'ProductionAccessEnabled' | 'SendingEnabled'>>;
  smsSandbox: () => Promise<{ IsInSandbox?: boolean | undefined }>;
  /** The monthly limit in US dollars, as SNS writes it. */
  smsLimit: () => Promise<string | undefined>;
  /** Topics with their subscriptions; one that waits for its confirmation has `PendingConfirmation` as ARN. */
  subscriptions: () => Promise<{ TopicArn?: string | undefined; SubscriptionArn?: string | undefined }[]>;
}

async function checkSender({ mailIdentity }: MessageServices, mailFrom: string): Promise<Finding[]> {
  const domain = mailDomain(mailFrom);
  return (await mailIdentity(domain))?.VerifiedForSendingStatus
    ? [ok('mail sender', `${domain} is verified in SES`)]
    : [wrong('mail sender', `the domain ${domain} is not a verified identity in SES in this region`)];
}

async function checkMailAccount({ mailAccount }: MessageServices): Promise<Finding[]> {
  const { ProductionAccessEnabled, SendingEnabled } = await mailAccount();
  if (!SendingEnabled) return [wrong('mail account', 'SES has suspended sending for this account')];
  return ProductionAccessEnabled
    ? [ok('mail account', 'may send to anybody')]
    : [wrong('mail account', 'SES is in its sandbox: mails reach verified addresses only; request production access')];
}

async function checkSms({ smsSandbox, smsLimit }: MessageServices): Promise<Finding[]> {
  const [{ IsInSandbox }, limit] = await Promise.all([smsSandbox(), smsLimit()]);
  return [
    IsInSandbox
      ? wrong('SMS', 'SNS is in its sandbox: SMS reach verified numbers only; leave it in the console of SNS')
      : ok('SMS', 'the account has left the sandbox'),
    limit === undefined || Number(limit) <= 1
      ? wrong('SMS limit', `the monthly spending limit is ${limit ?? '1'} US dollar, a dozen messages: raise it`)
      : ok('SMS limit', `${limit} US dollars a month`),
  ];
}

/** Whether a topic of the stage has a confirmed subscriber. */
function checkTopic(topic: string, subscriptions: Awaited<ReturnType<MessageServices['subscriptions']>>): Finding {
  const those = subscriptions.filter(({ TopicArn }) => TopicArn?.endsWith(`:${topic}`));
  if (those.length === 0) return wrong(topic, 'nobody is subscribed to this topic: what it says is lost');
  return those.some(({ SubscriptionArn }) => SubscriptionArn?.startsWith('arn:'))
    ? ok(topic, 'somebody is subscribed')
    : wrong(topic, 'its subscription waits: confirm it in the mail that SNS sent');
}

/** Whether mails, SMS and, of a deployed stage, messages to staff reach people. Sends nothing. */
export async function checkMessages(
  services: MessageServices,
  { name, mailFrom }: Pick<StageSettings, 'name' | 'mailFrom'>,
  isDeployed = true,
): Promise<Finding[]> {
  const mail =
    mailFrom === undefined
      ? [unknown('mail sender', 'the stage names no mailFrom, as only the laptop’s does')]
      : await asFinding('mail sender', () => checkSender(services, mailFrom));
  return [
    ...mail,
    ...(await asFinding('mail account', () => checkMailAccount(services))),
    ...(await asFinding('SMS', () => checkSms(services))),
    ...(await asFinding('subscriptions', async () => {
      if (!isDeployed) return [];
      const subscriptions = await services.subscriptions();
      return ['staff', 'alarms'].map((topic) => checkTopic(physicalName(name, topic), subscriptions));
    })),
  ];
}
