import { mailDomain } from '../../stage/names';
import type { StageSettings } from '../../stage/stages';
import { asFinding, ok, question, unknown, wrong, type Finding } from '../check/finding';
import type { AwsCli } from './aws-cli';

type Stage = Pick<
  StageSettings,
  | 'account'
  | 'certificateArn'
  | 'github'
  | 'hostedZone'
  | 'mailFrom'
  | 'portalOrigin'
  | 'region'
  | 'reserveConcurrency'
  | 'waf'
>;

/** The tool's messages for things that do not exist; any other failure is unknown. */
const notThere = /NotFound|NoSuchHostedZone|does not exist/;
const orNothing = (error: unknown): undefined => {
  if (error instanceof Error && notThere.test(error.message)) return undefined;
  throw error;
};

async function credentials(aws: AwsCli, { account }: Stage): Promise<Finding> {
  const { Account } = (await aws('sts', 'get-caller-identity')) as { Account: string };
  return account === undefined || account === Account
    ? ok('credentials', `of the account ${Account}`)
    : wrong('credentials', `of the account ${Account}; the stage belongs to ${account}`);
}

/** The stack of `cdk bootstrap` keeps its version in this parameter (CDK guide, "Customize CDK bootstrapping"). */
async function bootstrap(aws: AwsCli, region: string): Promise<Finding> {
  const name = '/cdk-bootstrap/hnb659fds/version';
  const found = await aws('ssm', 'get-parameter', '--name', name, '--region', region).catch(orNothing);
  const what = `bootstrap of ${region}`;
  return found
    ? ok(what, 'the CDK may deploy there')
    : wrong(what, `run npm run build, then npx cdk bootstrap aws://ACCOUNT/${region}`);
}

/** Reserved concurrency is taken from what all functions share, and Lambda keeps 100 of that unreserved. */
async function concurrency(aws: AwsCli, { region, reserveConcurrency }: Stage): Promise<Finding> {
  const what = 'concurrent executions of Lambda';
  const { AccountLimit } = (await aws('lambda', 'get-account-settings', '--region', region)) as {
    AccountLimit: { ConcurrentExecutions: number };
  };
  const { ConcurrentExecutions: most } = AccountLimit;
  const say = `${most} at once`;
  if (most >= 200) return ok(what, reserveConcurrency ? say : `${say}: reserveConcurrency may be set to true`);
  return reserveConcurrency
    ? wrong(what, `${say}: ask for 1,000 in Service Quotas, or set reserveConcurrency to false`)
    : wrong(what, `${say}: ask for 1,000 in Service Quotas; the portal may be deployed meanwhile`);
}

async function mail(aws: AwsCli, { region, mailFrom }: Stage): Promise<Finding[]> {
  const domain = mailDomain(mailFrom ?? '');
  const of = ['--region', region];
  const identity = (await aws('sesv2', 'get-email-identity', '--email-identity', domain, ...of).catch(orNothing)) as
    | { VerifiedForSendingStatus?: boolean }
    | undefined;
  const { ProductionAccessEnabled } = (await aws('sesv2', 'get-account', ...of)) as {
    ProductionAccessEnabled?: boolean;
  };
  return [
    identity?.VerifiedForSendingStatus
      ? ok('mail sender', `${domain} is verified in SES`)
      : wrong('mail sender', `verify the domain ${domain} in SES in ${region}: without it the user pool is refused`),
    ProductionAccessEnabled
      ? ok('mail account', 'has left the sandbox of SES')
      : wrong('mail account', 'request production access of SES: in the sandbox notices reach verified addresses only'),
  ];
}

async function sms(aws: AwsCli, { region }: Stage): Promise<Finding[]> {
  const { IsInSandbox } = (await aws('sns', 'get-sms-sandbox-account-status', '--region', region)) as {
    IsInSandbox?: boolean;
  };
  const { attributes } = (await aws('sns', 'get-sms-attributes', '--region', region)) as {
    attributes?: { MonthlySpendLimit?: string };
  };
  const limit = Number(attributes?.MonthlySpendLimit ?? '1');
  return [
    IsInSandbox
      ? wrong('SMS', `leave the SMS sandbox of SNS in ${region}: only verified numbers get codes`)
      : ok('SMS', 'the account has left the sandbox'),
    limit > 1
      ? ok('SMS limit', `${limit} US dollars a month`)
      : wrong('SMS limit', `${limit} US dollar a month is a dozen messages: raise it`),
  ];
}

/**
 * CloudFront refuses the first distribution of many a new account until AWS Support has verified it
 * (github.com/aws-samples/aws-cdk-examples/issues/279), and no API tells beforehand.
 */
async function cloudFront(aws: AwsCli): Promise<Finding> {
  const { DistributionList } = (await aws('cloudfront', 'list-distributions', '--max-items', '1')) as {
    DistributionList?: { Items?: unknown[] };
  };
  return DistributionList?.Items?.length
    ? ok('CloudFront', 'the account has distributions')
    : question('CloudFront', 'is the account new? Then ask AWS Support to verify it for CloudFront, in time');
}

/** CloudFront takes certificates of us-east-1 only; the schema of the stage demands that region. */
async function certificate(aws: AwsCli, { certificateArn = '', portalOrigin }: Stage): Promise<Finding> {
  const words = ['acm', 'describe-certificate', '--certificate-arn', certificateArn, '--region', 'us-east-1'];
  const found = (await aws(...words).catch(orNothing)) as
    | { Certificate: { Status: string; SubjectAlternativeNames?: string[] } }
    | undefined;
  if (!found) return wrong('certificate', 'there is no such certificate in us-east-1: request it there');
  const { Status, SubjectAlternativeNames = [] } = found.Certificate;
  const { host } = new URL(portalOrigin);
  const covers = [host, host.replace(/^[^.]+/, '*')].some((name) => SubjectAlternativeNames.includes(name));
  if (!covers) return wrong('certificate', `it is for ${SubjectAlternativeNames.join(', ')}, not for ${host}`);
  return Status === 'ISSUED'
    ? ok('certificate', `issued for ${host}`)
    : wrong('certificate', `its state is ${Status}: make the DNS record that ACM shows`);
}

async function zone(aws: AwsCli, { id, name }: { id: string; name: string }): Promise<Finding> {
  const found = (await aws('route53', 'get-hosted-zone', '--id', id).catch(orNothing)) as
    | { HostedZone: { Name: string } }
    | undefined;
  return found?.HostedZone.Name === `${name}.`
    ? ok('hosted zone', name)
    : wrong('hosted zone', `${id} is ${found ? `the zone ${found.HostedZone.Name}` : 'no zone of this account'}`);
}

async function provider(aws: AwsCli): Promise<Finding> {
  const { OpenIDConnectProviderList = [] } = (await aws('iam', 'list-open-id-connect-providers')) as {
    OpenIDConnectProviderList?: { Arn: string }[];
  };
  return OpenIDConnectProviderList.some(({ Arn }) => Arn.endsWith('/token.actions.githubusercontent.com'))
    ? ok('GitHub', 'its identity provider is there')
    : wrong('GitHub', 'make the identity provider: docs/deploy.md, step 1');
}

/**
 * What the AWS account lacks for a stage, in the order in which to do it. Changes nothing. Without credentials nothing
 * else is checked.
 */
export async function lookAtAccount(aws: AwsCli, stage: Stage): Promise<Finding[]> {
  const first = await asFinding('credentials', async () => [await credentials(aws, stage)]);
  if (first.some(({ state }) => state !== 'ok'))
    return [...first, unknown('AWS account', 'is looked at once there are credentials of it')];
  const { certificateArn, hostedZone, github, mailFrom, region } = stage;
  const found = [...first];
  const look = async (what: string, find: () => Promise<Finding | Finding[]>): Promise<void> => {
    found.push(...(await asFinding(what, async () => [await find()].flat())));
  };
  for (const one of new Set([region, 'us-east-1'])) await look(`bootstrap of ${one}`, () => bootstrap(aws, one));
  await look('concurrent executions of Lambda', () => concurrency(aws, stage));
  await look('CloudFront', () => cloudFront(aws));
  if (mailFrom !== undefined) await look('mail', () => mail(aws, stage));
  await look('SMS', () => sms(aws, stage));
  if (certificateArn !== undefined) await look('certificate', () => certificate(aws, stage));
  if (hostedZone) await look('hosted zone', () => zone(aws, hostedZone));
  if (github) await look('GitHub', () => provider(aws));
  return found;
}
