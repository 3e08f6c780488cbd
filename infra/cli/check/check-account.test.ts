import { stageSettings } from '../../stage/stages';
import { lookAtAccount } from './check-account';

const stage = stageSettings('example');
/** What the AWS command line tool says of an account in which everything is ready, by the words of the command. */
const ready: Record<string, unknown> = {
  'sts get-caller-identity': { Account: '111122223333' },
  'lambda get-account-settings': { AccountLimit: { ConcurrentExecutions: 1000 } },
  'acm describe-certificate': {
    Certificate: { Status: 'ISSUED', SubjectAlternativeNames: ['portal.example.jp'] },
  },
  'route53 get-hosted-zone': { HostedZone: { Name: 'example.jp.' } },
  'iam list-open-id-connect-providers': {
    OpenIDConnectProviderList: [{ Arn: 'arn:aws:iam::111122223333:oidc-provider/token.actions.githubusercontent.com' }],
  },
};

/** The findings With other outputs of some commands; an Error is what the tool says of a failure. */
const look = (changed: Record<string, unknown> = {}, of: Parameters<typeof lookAtAccount>[1] = stage) =>
  lookAtAccount(async (...words) => {
    const output = { ...ready, ...changed }[words.slice(0, 2).join(' ')];
    if (output instanceof Error) throw output;
    return output;
  }, of);
const missing = async (changed: Record<string, unknown>) =>
  (await look(changed)).filter(({ state }) => state !== 'ok').map(({ what, state, say }) => `${state} ${what}: ${say}`);

test('everything is ready: each thing is ok, in the order of docs/deploy.md', async () => {
  const found = await look();
  expect(found.filter(({ state }) => state !== 'ok')).toEqual([]);
  expect(found.map(({ what }) => what)).toEqual([
    'credentials',
    'concurrent executions of Lambda',
    'certificate',
    'hosted zone',
    'GitHub',
  ]);
});

test('no credentials: only that is reported, and nothing else is checked', async () => {
  const asked: string[] = [];
  const found = await lookAtAccount(async (...words) => {
    asked.push(words.join(' '));
    throw new Error('Unable to locate credentials');
  }, stage);
  expect(asked).toEqual(['sts get-caller-identity']);
  expect(found[0]).toMatchObject({ state: 'unknown', say: expect.stringContaining('Unable to locate credentials') });
  expect(found).toHaveLength(2);
});

test('credentials of another account than the stage’s: nothing else is asked', async () => {
  const [first, ...rest] = await look({}, { ...stage, account: '999988887777' });
  expect(first).toMatchObject({ state: 'wrong', say: expect.stringContaining('999988887777') });
  expect(rest).toHaveLength(1);
});

const notFound = (code: string) => new Error(`An error occurred (${code}) when calling the operation: none`);

test.each<[string, Record<string, unknown>, RegExp[]]>([
  [
    'a new account runs ten functions',
    { 'lambda get-account-settings': { AccountLimit: { ConcurrentExecutions: 10 } } },
    [/10 at once: ask for 1,000.*reserveConcurrency to false/],
  ],
  ['no certificate', { 'acm describe-certificate': notFound('ResourceNotFoundException') }, [/request it there/]],
  [
    'a certificate for another host',
    { 'acm describe-certificate': { Certificate: { Status: 'ISSUED', SubjectAlternativeNames: ['a.jp'] } } },
    [/for a\.jp, not for portal\.example\.jp/],
  ],
  [
    'a certificate that waits for its record',
    {
      'acm describe-certificate': {
        Certificate: { Status: 'PENDING_VALIDATION', SubjectAlternativeNames: ['*.example.jp'] },
      },
    },
    [/PENDING_VALIDATION/],
  ],
  ['no zone', { 'route53 get-hosted-zone': notFound('NoSuchHostedZone') }, [/no zone of this account/]],
  ['no provider for GitHub', { 'iam list-open-id-connect-providers': {} }, [/docs\/deploy\.md, step 1/]],
  [
    'a right is missing: the rest is still looked at',
    { 'lambda get-account-settings': new Error('AccessDeniedException') },
    [/^unknown concurrent executions of Lambda: .*AccessDenied/],
  ],
])('%s: said with what to do', async (_case, changed, says) => {
  const found = await missing(changed);
  expect(found).toHaveLength(says.length);
  for (const [index, say] of says.entries()) expect(found[index]).toMatch(say);
});
