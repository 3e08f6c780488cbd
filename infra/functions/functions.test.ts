import { readFileSync } from 'node:fs';
import { Match } from 'aws-cdk-lib/assertions';
import { costOf, type Call } from '#shared/contract/call';
import { calls } from '#shared/contract/index';
import { defaultLimits, type LimitKind } from '#shared/model/limits';
import { subjects } from './calls';
import {
  all,
  callStacks,
  functionsWith,
  policiesOfFunctions,
  portalFunctions,
  resourcesOf,
  stacks,
} from '../testing/example';
import { bundleFolder, bundleOptions, functionEntries } from './bundle';
import { commonLine, statementLines } from '../testing/review';
import { functionNames } from '../testing/synthesize';

const { data, auth } = stacks;

test('each call has one route and one function; every declared function is deployed, and no other', () => {
  const routes = resourcesOf('AWS::ApiGatewayV2::Route').map((route) => String(route.Properties['RouteKey']));
  expect(routes.toSorted()).toEqual(calls.map((call) => `${call.method} ${call.path}`).toSorted());
  const names = portalFunctions().map((fn) => String(fn.Properties.FunctionName).replace('portal-example-', ''));
  expect(names.toSorted()).toEqual(functionNames.toSorted());
  expect(functionNames).toEqual(expect.arrayContaining(calls.map((call) => call.name)));
});

test('the calls of a room of functions/ stand in the table of one subject, each once', () => {
  const listed = Object.values(subjects).flatMap((table) => Object.keys(table));
  expect(listed.toSorted()).toEqual(calls.map(({ name }) => name).toSorted());
  const entries = functionEntries();
  const rooms = Object.values(subjects).flatMap((table) => [
    ...new Set(Object.keys(table).map((name) => entries[name]?.file)),
  ]);
  expect(rooms).toEqual([...new Set(rooms)]);
});

test('every function: arm64, Node 24, its impact as description; calls end before the gateway does', () => {
  for (const fn of portalFunctions()) {
    expect(fn.Properties).toMatchObject({
      Architectures: ['arm64'],
      Runtime: `${String(bundleOptions().target).replace('node', 'nodejs')}.x`,
      Description: expect.stringMatching(/^If it fails: .+/),
    });
  }
  for (const fn of resourcesOf('AWS::Lambda::Function', callStacks)) expect(fn.Properties['Timeout']).toBeLessThan(29);
});

/** Actions that know no resource (Service Authorization Reference, Amazon SES v2): their list is the account's. */
const ofAccount = ['ses:ListSuppressedDestinations'];

test('no statement of a function has a wildcard', () => {
  const statements = policiesOfFunctions().flatMap(({ Statement }) => Statement);
  expect(statements.length).toBeGreaterThan(calls.length);
  for (const statement of statements) {
    expect([statement.Action].flat().filter((action) => action.includes('*'))).toEqual([]);
    if (![statement.Action].flat().every((action) => ofAccount.includes(action)))
      expect([statement.Resource].flat()).not.toContain('*');
  }
});

test('every function may write its own log, and use the key for data only', () => {
  const lines = policiesOfFunctions().map((policy) => statementLines(policy).filter((line) => commonLine.test(line)));
  expect(lines).toHaveLength(portalFunctions().length);
  for (const common of lines) {
    expect(common.filter((line) => !line.includes('kms:'))).toEqual([
      expect.stringMatching(/^Allow logs:CreateLogStream, logs:PutLogEvents on \w+Logs\.Arn$/),
    ]);
    for (const line of common.filter((one) => one.includes('kms:')))
      expect(line).toMatch(/^Allow kms:Decrypt(, kms:Encrypt)?(, kms:GenerateDataKey)? on Data:Key\.Arn$/);
  }
});

test('the audit table: functions may only add to it, and every call open to an impersonation does', () => {
  const [auditTable] = Object.keys(
    data.findResources('AWS::DynamoDB::GlobalTable', { Properties: { TableName: 'portal-example-audit' } }),
  );
  if (!auditTable) throw new Error('There is no audit table');
  const actions = policiesOfFunctions()
    .flatMap(({ Statement }) => Statement)
    .filter((statement) => JSON.stringify(statement.Resource).includes(auditTable))
    .flatMap((statement) => statement.Action);
  expect([...new Set(actions)]).toEqual(['dynamodb:PutItem']);
  const recorded = functionsWith('AUDIT_TABLE');
  const open = calls
    .filter((call) => call.access === 'user' && call.method !== 'GET' && call.impersonation !== 'refused')
    .map((call) => call.name);
  expect(recorded).toEqual(expect.arrayContaining([...open, 'login', 'logout', 'delete-user', 'get-master-password']));
});

test('the secret of Cognito’s client is in no template; only calls that sign in or act for their user reach it', () => {
  const names = functionsWith('CLIENT_SECRET_ARN');
  expect(names).toEqual(expect.arrayContaining(['login', 'verify-mfa', 'request-reset', 'change-password']));
  for (const name of ['get-user', 'list-shops', 'update-profile', 'disable-mfa', 'logout', 'stripe-webhook'])
    expect(names).not.toContain(name);
  auth.hasResourceProperties('AWS::Cognito::UserPoolClient', { GenerateSecret: true });
  auth.hasResourceProperties('AWS::SecretsManager::Secret', {
    Name: 'portal-example-cognito-client',
    SecretString: Match.objectLike({
      'Fn::Join': ['', Match.arrayWith([{ 'Fn::GetAtt': [Match.anyValue(), 'ClientSecret'] }])],
    }),
  });
});

test('the token of the record system: only the functions that call it reach it', () => {
  const names = functionsWith('KINTONE_SECRET_ARN');
  const all = ['mirror-devices', 'mirror-repairs', 'run-tasks', 'sync-devices', 'withdraw-movement'];
  expect(names.toSorted()).toEqual(all);
});

describe('what a call may cost is limited:', () => {
  /** The calls whose functions have a variable and, if given, are such, except `but` with its reason. */
  const having = (
    variable: string,
    but: Readonly<Record<string, string>> = {},
    isSuch: (name: string) => boolean = () => true,
  ) => {
    const names = functionsWith(variable).filter((name) => isSuch(name));
    expect(Object.keys(but).filter((name) => !names.includes(name))).toEqual([]);
    return calls.filter(({ name }) => names.includes(name) && !(name in but));
  };
  /** Whether a function's bundle has mails, or messages to the staff, as tasks. */
  const sends = (name: string, kinds = ['send-notice', 'tell-staff']): boolean => {
    const source = readFileSync(`${bundleFolder}/${name}/index.cjs`, 'utf8');
    return kinds.some((kind) => source.includes(`"${kind}"`));
  };
  const without = (kinds: readonly LimitKind[], of: readonly Call[]): string[] =>
    of.filter((call) => !kinds.some((kind) => costOf(call)[kind])).map(({ name }) => name);

  test('every call that holds Stripe’s key', () => {
    const asking = having('STRIPE_SECRET_ARN', {
      'list-shops': 'reads a shop once a day, or after an event about it',
      'list-prices': 'the catalogue is kept for all callers',
      'stripe-webhook': 'Stripe signs what it sends, and its concurrency is reserved',
    });
    expect(asking.length).toBeGreaterThan(15);
    expect(without(['stripe', 'order'], asking)).toEqual([]);
  });

  test('every call that holds Kintone’s tokens, or has a mail or a message to the staff sent', () => {
    const presses = { 'sync-devices': 'a second press within a minute joins the first' };
    expect(without(['request'], having('KINTONE_SECRET_ARN', presses))).toEqual([]);
    const counted = 'a user has three notices of a kind in a quarter of an hour (enqueueAccountNotice)';
    const own = ['cancel-registration', 'update-profile', 'change-password', 'disable-mfa'];
    const but = Object.fromEntries(own.map((name) => [name, counted]));
    const reads = { 'list-shops': 'reads a shop once a day, or after an event about it' };
    const mailing = having('TASKS_QUEUE_URL', { ...presses, ...reads, ...but }, sends);
    expect([own.filter((name) => sends(name, ['tell-staff'])), sends('run-tasks', ['tell-staff'])]).toEqual([[], true]);
    expect(mailing.length).toBeGreaterThan(20);
    expect(without(['request', 'parcel', 'stripe', 'order', 'attempt', 'sms'], mailing)).toEqual([]);
    const changes = calls.filter(({ noun, method }) => noun === 'movement' && method !== 'GET');
    expect(without(['request', 'parcel'], changes)).toEqual([]);
  });

  test('every call by which Cognito sends a mail or an SMS, or judges a password or a code', () => {
    const asking = having('CLIENT_SECRET_ARN', { 'change-password': 'asks whether its session is still valid' });
    expect(asking.length).toBeGreaterThan(15);
    expect(without(['attempt', 'mail', 'reset', 'sms', 'cognito'], asking)).toEqual([]);
  });

  test('every other change, whose mails and writes cost little; signing out always works', () => {
    const free = calls.filter((call) => call.access !== 'webhook' && call.method !== 'GET');
    expect(free.filter((call) => Object.keys(costOf(call)).length === 0).map(({ name }) => name)).toEqual(['logout']);
  });

  test('every limit of the table is used by a call or named here', () => {
    const inside = [
      'shop',
      'export',
      'sync',
      'readings',
      'declined',
      'promo',
      'quantities',
      'smsSignIn',
      'phone',
      'name',
      'notice',
    ];
    const used = new Set([...inside, ...calls.flatMap((call) => Object.keys(costOf(call)))]);
    expect(Object.keys(defaultLimits).filter((kind) => !used.has(kind))).toEqual([]);
  });
});

test('a function that acts on one user of Cognito may read their name there, which another pool has changed', () => {
  // The operations that are given a user's own id (functions/platform/cognito, decisions/accounts).
  const onUsers = /cognito-idp:Admin(?!InitiateAuth|RespondToAuthChallenge)/;
  const lines = policiesOfFunctions()
    .map(statementLines)
    .filter((statements) => statements.some((line) => onUsers.test(line)));
  expect(lines.length).toBeGreaterThan(20);
  const lacking = lines.filter(
    (statements) => !statements.some((line) => /dynamodb:GetItem\b.* on .*Data:Users\.Arn/.test(line)),
  );
  expect(lacking).toEqual([]);
});

test('no function has a public URL', () => {
  for (const template of all) template.resourceCountIs('AWS::Lambda::Url', 0);
});
