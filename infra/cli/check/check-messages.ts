import type { GetAccountResponse, GetEmailIdentityResponse } from '@aws-sdk/client-sesv2';
import { mailDomain } from '../../stage/names';
import { asFinding, ok, unknown, wrong, type Finding } from './finding';

/** The requests to SES and SNS; each returns what the AWS SDK returns. */
export interface MessageServices {
  /** Undefined if there is no such identity. */
  mailIdentity: (name: string) => Promise<Pick<GetEmailIdentityResponse, 'VerifiedForSendingStatus'> | undefined>;
  mailAccount: () => Promise<Pick<GetAccountResponse, 'ProductionAccessEnabled' | 'SendingEnabled'>>;
  smsSandbox: () => Promise<{ IsInSandbox?: boolean | undefined }>;
  /** The monthly limit in US dollars, as SNS writes it. */
  smsLimit: () => Promise<string | undefined>;
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

/** Whether mails and SMS of a stage reach people. Sends nothing. */
export async function checkMessages(services: MessageServices, mailFrom: string | undefined): Promise<Finding[]> {
  const mail =
    mailFrom === undefined
      ? [unknown('mail sender', 'the stage names no mailFrom, as only the laptop’s does')]
      : await asFinding('mail sender', () => checkSender(services, mailFrom));
  return [
    ...mail,
    ...(await asFinding('mail account', () => checkMailAccount(services))),
    ...(await asFinding('SMS', () => checkSms(services))),
  ];
}
