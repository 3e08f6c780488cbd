import { resolveTxt } from 'node:dns/promises';
import {
  GetAccountCommand,
  GetEmailIdentityCommand,
  NotFoundException,
  SESv2Client,
  type GetAccountResponse,
  type GetEmailIdentityResponse,
} from '@aws-sdk/client-sesv2';
import {
  GetSMSAttributesCommand,
  GetSMSSandboxAccountStatusCommand,
  paginateListSubscriptions,
  SNSClient,
  type Subscription,
} from '@aws-sdk/client-sns';
import { mailDomain, physicalName } from '../../stage/names';
import type { StageSettings } from '../../stage/stages';
import { asFinding, ok, unknown, wrong, type Finding } from './finding';

/** The TXT records of a name by the DNS of this machine, each as one text; none if there is no such name. */
const txt = async (name: string): Promise<string[]> => {
  try {
    return (await resolveTxt(name)).map((parts) => parts.join(''));
  } catch (error) {
    if (error instanceof Error && 'code' in error && ['ENOTFOUND', 'ENODATA'].includes(String(error.code))) return [];
    throw error;
  }
};

/** The requests to SES, SNS and DNS. */
export function messageServices({ region }: Pick<StageSettings, 'region'>) {
  const ses = new SESv2Client({ region });
  const sns = new SNSClient({ region });
  return {
    /** Undefined if there is no such identity. */
    mailIdentity: (EmailIdentity: string): Promise<GetEmailIdentityResponse | undefined> =>
      ses.send(new GetEmailIdentityCommand({ EmailIdentity })).catch((error: unknown) => {
        if (error instanceof NotFoundException) return undefined;
        throw error;
      }),
    txt,
    mailAccount: (): Promise<GetAccountResponse> => ses.send(new GetAccountCommand({})),
    smsSandbox: (): Promise<{ IsInSandbox?: boolean | undefined }> =>
      sns.send(new GetSMSSandboxAccountStatusCommand({})),
    /** The monthly limit in US dollars, as SNS writes it. */
    smsLimit: async (): Promise<string | undefined> =>
      (await sns.send(new GetSMSAttributesCommand({ attributes: ['MonthlySpendLimit'] }))).attributes?.[
        'MonthlySpendLimit'
      ],
    /** Those of both regions; one that waits for its confirmation has `PendingConfirmation` as ARN. */
    subscriptions: async (): Promise<Subscription[]> => {
      const found: Subscription[] = [];
      for (const one of new Set([region, 'us-east-1']))
        for await (const { Subscriptions = [] } of paginateListSubscriptions(
          { client: new SNSClient({ region: one }) },
          {},
        ))
          found.push(...Subscriptions);
      return found;
    },
  };
}
export type MessageServices = ReturnType<typeof messageServices>;

/** Whether receivers can tell a mail as the domain's own, by DKIM, SPF and DMARC (SES, "Complying with DMARC"). */
async function checkSender({ mailIdentity, txt }: MessageServices, mailFrom: string): Promise<Finding[]> {
  const domain = mailDomain(mailFrom);
  const identity = await mailIdentity(domain);
  if (!identity?.VerifiedForSendingStatus)
    return [wrong('mail sender', `the domain ${domain} is not a verified identity in SES in this region`)];
  const { DkimAttributes, MailFromAttributes } = identity;
  const sub = MailFromAttributes?.MailFromDomain;
  const spf = sub === undefined ? [] : await txt(sub);
  const dmarc = (await txt(`_dmarc.${domain}`)).find((text) => text.startsWith('v=DMARC1'));
  const step = 'docs/deploy.md, step 1, Mail';
  return [
    ok('mail sender', `${domain} is verified in SES`),
    DkimAttributes?.Status === 'SUCCESS'
      ? ok('DKIM', 'SES signs the mails')
      : wrong('DKIM', `its state is ${DkimAttributes?.Status ?? 'unknown'}: make the three CNAMEs (${step})`),
    MailFromAttributes?.MailFromDomainStatus === 'SUCCESS'
      ? ok('MAIL FROM', String(sub))
      : wrong('MAIL FROM', `${domain} has no MAIL FROM domain of its own, or its MX is missing (${step})`),
    spf.some((text) => /^v=spf1 .*include:amazonses\.com/.test(text))
      ? ok('SPF', `${sub} lets SES send`)
      : wrong('SPF', `${sub ?? 'the MAIL FROM domain'} has no SPF record that names amazonses.com (${step})`),
    dmarc === undefined
      ? wrong('DMARC', `_dmarc.${domain} has no record: large receivers refuse or hide the mails (${step})`)
      : ok('DMARC', dmarc),
  ];
}

async function checkMailAccount({ mailAccount }: MessageServices): Promise<Finding[]> {
  const { ProductionAccessEnabled, SendingEnabled, SuppressionAttributes } = await mailAccount();
  const reasons = SuppressionAttributes?.SuppressedReasons ?? [];
  const lacking = (['BOUNCE', 'COMPLAINT'] as const).filter((one) => !reasons.includes(one));
  return [
    !SendingEnabled
      ? wrong('mail account', 'SES has suspended sending for this account')
      : ProductionAccessEnabled
        ? ok('mail account', 'may send to anybody')
        : wrong(
            'mail account',
            'SES is in its sandbox: mails reach verified addresses only; request production access',
          ),
    lacking.length === 0
      ? ok('mails that come back', 'SES suppresses their addresses, and the portal reads which')
      : wrong(
          'mails that come back',
          `SES keeps no addresses for ${lacking.join(', ')} (docs/deploy.md, step 1, Mail)`,
        ),
  ];
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

/** The topics of a stage, and the region that each is in: alarms ring in two (infra/constructs/bells.ts). */
const topicsOf = (region: string) => [
  ['staff', region],
  ...[...new Set([region, 'us-east-1'])].flatMap((one) => [
    ['alarms-page', one],
    ['alarms-ticket', one],
  ]),
];

/** Whether a topic has a confirmed subscriber. */
function checkTopic(topic: string, region: string, subscriptions: readonly Subscription[]): Finding {
  const what = `${topic} (${region})`;
  const those = subscriptions.filter(({ TopicArn = '' }) => {
    const [, , , place, , name] = TopicArn.split(':');
    return place === region && name === topic;
  });
  if (those.length === 0) return wrong(what, 'nobody is subscribed to this topic: what it says is lost');
  return those.some(({ SubscriptionArn }) => SubscriptionArn?.startsWith('arn:'))
    ? ok(what, 'somebody is subscribed')
    : wrong(what, 'its subscription waits: confirm it in the mail that SNS sent');
}

/** Whether mails, SMS and, of a deployed stage, messages to staff reach people. Sends nothing. */
export async function checkMessages(
  services: MessageServices,
  { name, region, mailFrom }: Pick<StageSettings, 'name' | 'region' | 'mailFrom'>,
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
      return topicsOf(region).map(([topic = '', place = '']) =>
        checkTopic(physicalName(name, topic), place, subscriptions),
      );
    })),
  ];
}
