import { spawnSync } from 'node:child_process';
import type { StageSettings } from '../../stage/stages';
import { asFinding, ok, unknown, wrong, type Finding } from './finding';

/** Runs a command of the AWS command line tool and returns its JSON; throws with the tool's message. */
export type AwsCli = (...words: readonly string[]) => Promise<unknown>;

/** The tool of this machine, with the credentials of the shell. */
export const awsCli: AwsCli = async (...words) => {
  const { status, stdout, stderr, error } = spawnSync('aws', [...words, '--output', 'json'], {
    encoding: 'utf8',
    timeout: 30_000,
  });
  if (error) throw new Error('The AWS command line tool (aws) could not be run: install it, then give it credentials');
  if (status !== 0) throw new Error(stderr.trim());
  return stdout.trim() === '' ? {} : JSON.parse(stdout);
};

type Stage = Pick<
  StageSettings,
  'account' | 'certificateArn' | 'github' | 'hostedZone' | 'portalOrigin' | 'region' | 'reserveConcurrency'
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

/** What the AWS account lacks for a stage's first deployment. Changes nothing. Nothing more without credentials. */
export async function lookAtAccount(aws: AwsCli, stage: Stage): Promise<Finding[]> {
  const first = await asFinding('credentials', () => credentials(aws, stage));
  if (first.some(({ state }) => state !== 'ok'))
    return [...first, unknown('AWS account', 'is looked at once there are credentials of it')];
  const { certificateArn, hostedZone, github } = stage;
  return [
    ...first,
    ...(await asFinding('concurrent executions of Lambda', () => concurrency(aws, stage))),
    ...(certificateArn === undefined ? [] : await asFinding('certificate', () => certificate(aws, stage))),
    ...(hostedZone ? await asFinding('hosted zone', () => zone(aws, hostedZone)) : []),
    ...(github ? await asFinding('GitHub', () => provider(aws)) : []),
  ];
}
