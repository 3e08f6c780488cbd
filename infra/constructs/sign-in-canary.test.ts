import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { Template } from 'aws-cdk-lib/assertions';
import { calls } from '#shared/contract/index';
import { handlerOf } from '#functions/testing/browser';
import { startSignInServices } from '#functions/testing/sign-in-services';
import { testServices } from '#functions/testing/test-services';
import { listSessions } from '#functions/sessions/sessions-table';
import { invoke, portalOrigin } from '../../local/testing/functions';
import { resourcesOf } from '../testing/example';
import { stacksOf } from '../testing/synthesize';

const made = Object.values(stacksOf('example', { settings: { canary: { everyMinutes: 60 } } }).stacks);
const templates = made.map((stack) => Template.fromStack(stack));
const [canary, ...others] = resourcesOf('AWS::Synthetics::Canary', templates);

test('a stage has a canary only if it asks for one', () => {
  expect(canary?.Properties).toMatchObject({
    Schedule: { Expression: 'rate(60 minutes)' },
    RunConfig: { EnvironmentVariables: { PORTAL: 'https://portal.example.jp', SECRET: 'portal-example-canary' } },
  });
  expect([...others, ...resourcesOf('AWS::Synthetics::Canary')]).toEqual([]);
});

test('two failed or missing runs page somebody, and a stage with a canary has at most 35 alarms too', () => {
  const alarms = resourcesOf('AWS::CloudWatch::Alarm', templates).map(({ Properties }) => Properties);
  expect(alarms.length).toBeLessThanOrEqual(35);
  const [alarm] = alarms.filter(({ Namespace }) => Namespace === 'CloudWatchSynthetics');
  expect(alarm).toMatchObject({
    AlarmName: 'portal-example-health-sign-in',
    AlarmActions: [{ Ref: expect.stringMatching(/^Bellspage/) }],
    MetricName: 'SuccessPercent',
    Dimensions: [{ Name: 'CanaryName', Value: canary?.Properties['Name'] }],
    Period: 3600,
    EvaluationPeriods: 2,
    ComparisonOperator: 'LessThanThreshold',
    Threshold: 100,
    TreatMissingData: 'breaching',
  });
});

describe('a run', () => {
  const services = testServices(startSignInServices);
  const asked: string[] = [];

  /** The portal, as CloudFront would serve it. */
  const portal: typeof fetch = async (input, { method = 'GET', headers = {}, body } = {}) => {
    const { pathname: path, origin } = new URL(input instanceof Request ? input.url : input);
    expect(origin).toBe(portalOrigin);
    const call = calls.find((one) => one.method === method && one.path === path);
    if (!call) return new Response('', { status: 404 });
    const { cookie = '', ...sent } = headers as Record<string, string>;
    const cookies = Object.fromEntries(cookie.split('; ').flatMap((pair) => (pair ? [pair.split('=')] : [])));
    const request = { method, path, headers: sent, cookies, ...(typeof body === 'string' && { body }) };
    const response = await invoke(await handlerOf(call), request);
    asked.push(`${call.name} ${response.status}`);
    const set = response.setCookies.map((line): [string, string] => ['set-cookie', line]);
    return new Response(JSON.stringify(response.body), { status: response.status, headers: set });
  };

  async function run(owner: { email: string; password: string }): Promise<void> {
    await new SecretsManagerClient({}).send(
      new CreateSecretCommand({ Name: 'canary', SecretString: JSON.stringify(owner) }),
    );
    const script = { exports: {} as { handler: () => Promise<void> } };
    const environment = { env: { PORTAL: portalOrigin, SECRET: 'canary' } };
    const { Script = '' } = (canary?.Properties['Code'] ?? {}) as { Script?: string };
    const load = compileFunction(Script, ['exports', 'require', 'process', 'fetch'], {}) as (
      ...given: unknown[]
    ) => void;
    load(script.exports, createRequire(import.meta.url), environment, portal);
    asked.length = 0;
    await script.exports.handler();
  }

  test('the test owner signs in, sees their shops, and is signed out', async () => {
    const owner = await services.createUser({ email: 'canary@example.jp' });
    await run(owner);
    expect(asked).toEqual(['login 200', 'list-shops 200', 'logout 200']);
    expect(await listSessions(owner.userId)).toEqual([]);
  });

  test('no mail tells the test owner of a run', async () => {
    const owner = await services.createUser({ email: 'canary@example.jp' });
    services.messages.length = 0;
    await run(owner);
    expect(services.messages).toEqual([]);
  });

  test('shops that are not shown fail the run, and the session ends all the same', async () => {
    const owner = await services.createUser({ email: 'canary@example.jp' });
    services.inject((_service, operation) => (operation === 'Query' && asked.length === 1 ? 'down' : 'pass'));
    await expect(run(owner)).rejects.toThrow('GET /api/stripe/customer: 503');
    expect(asked).toEqual(['login 200', 'list-shops 503', 'logout 200']);
    expect(await listSessions(owner.userId)).toEqual([]);
  });

  test('a wrong password fails the run; a secret without one too, and says so', async () => {
    const { email } = await services.createUser({ email: 'canary@example.jp' });
    await expect(run({ email, password: 'not this one' })).rejects.toThrow('POST /api/login: 401');
    await services.startAfresh();
    await expect(run({ email: '', password: '' })).rejects.toThrow('no address and password');
  });
});
