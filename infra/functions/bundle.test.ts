import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { resolve } from 'node:path';
import { costOf } from '#shared/contract/call';
import { calls } from '#shared/contract/index';
import { stripeResources } from '#shared/stripe-resources';
import { jobs } from './jobs';
import { bundleFolder, functionEntries, metafilePath } from './bundle';
import { linesIn, mapOf } from '../testing/bundles';
import { statementLines } from '../testing/review';
import { synthesize } from '../testing/synthesize';

interface Metafile {
  outputs: Record<
    string,
    { bytes: number; imports: { path: string; kind: string }[]; inputs: Record<string, { bytesInOutput: number }> }
  >;
}

/** Packages that a function may load only if it has the permissions for their service. */
const packages: Record<string, readonly string[]> = {
  'client-dynamodb': ['USERS_TABLE', 'DEVICES_TABLE', 'DOCUMENTS_TABLE'],
  'client-cognito-identity-provider': ['USER_POOL_ID'],
  'client-secrets-manager': [
    'STRIPE_SECRET_ARN',
    'KINTONE_SECRET_ARN',
    'WEBHOOK_SECRET_ARN',
    'ORIGIN_SECRET_ARN',
    'CLIENT_SECRET_ARN',
  ],
  'client-sesv2': ['MAIL_FROM'],
  'client-s3': ['EXPORTS_BUCKET'],
  'client-sns': ['STAFF_TOPIC_ARN'],
  'client-sqs': ['TASKS_QUEUE_URL'],
  stripe: ['STRIPE_SECRET_ARN'],
  '@kintone/rest-api-client': ['KINTONE_SECRET_ARN'],
};

/** What DynamoDB has to allow for a call of each function of functions/platform/dynamodb, and of the SDK's scans. */
const operations: Readonly<Record<string, string>> = {
  getItem: 'GetItem',
  getItems: 'BatchGetItem',
  queryRange: 'Query',
  queryPage: 'Query',
  queryPages: 'Query',
  queryAll: 'Query',
  ScanCommand: 'Scan',
  paginateScan: 'Scan',
  putItem: 'PutItem',
  putItemIf: 'PutItem',
  replaceItemIf: 'PutItem',
  putWrite: 'PutItem',
  updateItem: 'UpdateItem',
  updateItemIf: 'UpdateItem',
  updateWrite: 'UpdateItem',
  deleteItem: 'DeleteItem',
  deleteItemIf: 'DeleteItem',
  deleteWrite: 'DeleteItem',
  checkWrite: 'ConditionCheckItem',
};
/** The tables by the function that names each. */
const tables = {
  usersTable: 'Users',
  devicesTable: 'Devices',
  documentsTable: 'Documents',
  auditTable: 'Audit',
} as const;

/** The calls that use nothing limited: that they count is decided at run time, for all calls in one place. */
const countsNothing = new Set<string>(
  calls.filter((call) => Object.keys(costOf(call)).length === 0).map(({ name }) => name),
);

/** The calls that name no resource: whose shop it is, which one request reads with its snapshot, is not asked then. */
const ownsNothing = new Set<string>(calls.filter((call) => !call.owns).map(({ name }) => name));

/** What a bundle's code does with a table, as `GetItem Users`. */
function doneWithTables(name: string): Set<string> {
  const done = new Set<string>();
  for (const [file, lines] of linesIn(name)) {
    if (!file.startsWith(resolve('functions')) || file.includes('/platform/dynamodb/')) continue;
    if (file.endsWith('/limits/limits-table.ts') && countsNothing.has(name)) continue;
    const text = readFileSync(file, 'utf8');
    const [table, ...others] = Object.keys(tables).filter((one) => text.includes(`${one}()`));
    if (table === undefined || others.length > 0) continue;
    const code = text.split('\n');
    for (const line of lines)
      for (const [, called = ''] of (code[line] ?? '').matchAll(/\b(\w+)(?:<.*?>)?\(/g))
        if (
          Object.hasOwn(operations, called) &&
          !(called === 'getItems' && file.endsWith('/shops/shops-table.ts') && ownsNothing.has(name))
        )
          done.add(`${operations[called]} ${tables[table as keyof typeof tables]}`);
  }
  return done;
}

/** The calls that an impersonation may not make: whether its administrator still is one is not asked then. */
const refusesImpersonation = new Set<string>(
  calls.filter((call) => call.impersonation === 'refused').map(({ name }) => name),
);

/** The operations of Cognito that a bundle's code asks for, of those that take a permission of IAM. */
function askedOfCognito(name: string): Set<string> {
  const asked = [...linesIn(name)].flatMap(([file, lines]) => {
    const code = file.startsWith(resolve('functions/platform/cognito')) ? readFileSync(file, 'utf8').split('\n') : [];
    return [...lines].flatMap((line) => [
      ...(code[line] ?? '').matchAll(/\b(?:new (Admin\w+|List\w+)Command|paginate(List\w+))\(/g),
    ]);
  });
  const operations = new Set(asked.map(([, command = '', pages = '']) => command || pages));
  if (refusesImpersonation.has(name)) operations.delete('AdminListGroupsForUser');
  return operations;
}

/** What stands in a bundle and is never reached, because a value at run time decides about it. */
const unreached: Readonly<Record<string, readonly string[]>> = {
  // Repairs and work records belong to no shop, and have no pieces of work.
  'mirror-repairs': ['GetItem Devices', 'Query Devices', 'GetItem Users', 'BatchGetItem Users', 'UpdateItem Users'],
};

/** What the role of a function may do with a table or its index, and which operations it may ask of Cognito. */
const allowed = new Map(
  Object.values(synthesize('example')).flatMap((template) => {
    const roles = template.findResources('AWS::IAM::Role') as Record<string, { Properties: { Policies?: unknown } }>;
    return Object.values(template.findResources('AWS::Lambda::Function')).map((fn) => {
      const { FunctionName, Role } = (
        fn as { Properties: { FunctionName?: string; Role?: { 'Fn::GetAtt'?: string[] } } }
      ).Properties;
      const policies = (roles[Role?.['Fn::GetAtt']?.[0] ?? '']?.Properties.Policies ?? []) as {
        PolicyDocument: unknown;
      }[];
      const lines = policies.flatMap(({ PolicyDocument }) => statementLines(PolicyDocument));
      const named = lines.flatMap((line) => {
        const [, actions = '', resources = ''] = /^Allow (.*) on (.*)$/.exec(line) ?? [];
        return [
          ...[...actions.matchAll(/cognito-idp:(\w+)/g)].map(([, operation]) => operation),
          ...[...resources.matchAll(/Data:(\w+)\.Arn/g)].flatMap(([, table]) =>
            [...actions.matchAll(/dynamodb:(\w+)/g)].map(([, operation]) => `${operation} ${table}`),
          ),
        ];
      });
      return [String(FunctionName).replace('portal-example-', ''), new Set(named)] as const;
    });
  }),
);

if (!existsSync(metafilePath)) throw new Error('The bundles are not built: run `npm run build` first (npm test does).');
const metafile = JSON.parse(readFileSync(metafilePath, 'utf8')) as Metafile;
const environments = new Map(
  Object.values(synthesize('example')).flatMap((template) =>
    Object.values(template.findResources('AWS::Lambda::Function')).map((fn) => {
      const { FunctionName, Environment } = (
        fn as { Properties: { FunctionName?: string; Environment?: { Variables: Record<string, unknown> } } }
      ).Properties;
      return [String(FunctionName).replace('portal-example-', ''), Object.keys(Environment?.Variables ?? {})] as const;
    }),
  ),
);

test('every call, job and trigger that is deployed has its handler, and each handler is deployed', () => {
  const triggers = ['authorize-origin', 'custom-message', 'run-tasks'];
  const deployed = [...calls.map(({ name }) => name), ...Object.keys(jobs), ...triggers];
  expect(Object.keys(functionEntries()).toSorted()).toEqual(deployed.toSorted());
});

test('a bundle holds the handler of its own call and none of its neighbours', () => {
  const files = new Set(Object.values(functionEntries()).map(({ file }) => file));
  const sharesOf = (file: string): number[] =>
    Object.values(metafile.outputs).flatMap(({ inputs }) => inputs[file]?.bytesInOutput ?? []);
  for (const file of [...files].filter((one) => one.endsWith('/calls.ts'))) {
    const shares = sharesOf(file);
    // Each holds the whole file otherwise, so the sum would be as many times its size as it has calls.
    expect([file, shares.reduce((sum, share) => sum + share, 0) < statSync(file).size]).toEqual([file, true]);
  }
});

test('of Stripe, bundles hold the resources that functions use, and no others', () => {
  const held = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([input, { bytesInOutput }]) => {
      const [, resource] = /\/stripe\/esm\/resources\/(.+)\.js$/.exec(input) ?? [];
      return resource !== undefined && !resource.endsWith('/index') && bytesInOutput > 60 ? [resource] : [];
    }),
  );
  const names = stripeResources.map((name) => name[0]!.toUpperCase() + name.slice(1));
  expect([...new Set(held)].toSorted()).toEqual(names.toSorted());
});

test('what the bundles do with the tables is found in them', () => {
  expect(doneWithTables('get-user')).toEqual(new Set(['Query Users', 'UpdateItem Users', 'GetItem Users']));
  expect(doneWithTables('sweep-tasks')).toEqual(new Set(['Query Users', 'UpdateItem Users']));
});

// ASVS 1.2.5, 13.4.1
test('no bundle is made of anything of the local cloud, of tests or of tools; none runs a command', () => {
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.keys(output.inputs));
  expect(inputs.length).toBeGreaterThan(100);
  expect(inputs.filter((input) => /^(local|e2e|bench|infra|frontend)\/|\/testing\/|\.test\./.test(input))).toEqual([]);
  // Nor runs a command.
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports.map(({ path }) => path));
  expect(imports).toContain('node:crypto');
  expect(imports.filter((path) => path.includes('child_process'))).toEqual([]);
});

test('a bundle imports nothing that is not in it, but what only an operation with event streams would load', () => {
  const outside = Object.values(metafile.outputs).flatMap(({ imports }) =>
    imports.filter(({ path }) => !isBuiltin(path)).map(({ path, kind }) => `${kind} ${path}`),
  );
  expect([...new Set(outside)]).toEqual(['dynamic-import @smithy/core/event-streams']);
});

test('source maps hold our own lines and none of a package, which are five sixths of them', () => {
  const { sources } = mapOf('list-shops');
  expect(sources.filter((file) => /^(\.\.\/)+(functions|shared)\//.test(file)).length).toBeGreaterThan(50);
  expect(sources.filter((file) => /\/node_modules\/.*\.m?js$/.test(file))).toEqual([]);
});

test('each bundle is a module that Node loads without help; the client of fetch loads only with Kintone’s', () => {
  const asksKintone = (name: string): boolean =>
    Object.keys(metafile.outputs[`${bundleFolder}/${name}/index.cjs`]?.inputs ?? {}).some((one) =>
      one.includes('@kintone'),
    );
  const names = Object.keys(functionEntries()).toSorted(
    (one, other) => Number(asksKintone(one)) - Number(asksKintone(other)),
  );
  const files = names.map((name) => [resolve(bundleFolder, name, 'index.cjs'), asksKintone(name)]);
  const script = `for (const [file, asksKintone] of ${JSON.stringify(files)}) {
    if (typeof require(file).handler !== 'function') throw new Error(file + ' has no handler');
    if (!asksKintone && process.moduleLoadList.some((name) => name.includes('undici')))
      throw new Error(file + ' loads the client of fetch');
  }`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=commonjs', '-e', script], {
    encoding: 'utf8',
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
  });
  expect([status, stderr.slice(-500)]).toEqual([0, '']);
});

describe.each(Object.keys(functionEntries()))('%s', (name) => {
  const output = metafile.outputs[`${bundleFolder}/${name}/index.cjs`];
  const inputs = Object.keys(output?.inputs ?? {});
  const loads = (path: string): boolean => inputs.some((input) => input.startsWith(`node_modules/${path}/`));

  test('is bundled with a source map beside it', () => {
    expect(output?.bytes).toBeGreaterThan(0);
    expect(existsSync(`${bundleFolder}/${name}/index.cjs.map`)).toBe(true);
  });

  test('loads exactly the clients that its permissions need', () => {
    const loaded = Object.keys(packages).filter((path) =>
      loads(path.startsWith('client-') ? `@aws-sdk/${path}` : path),
    );
    const granted = Object.entries(packages)
      .filter(([, variables]) => variables.some((variable) => environments.get(name)?.includes(variable)))
      .map(([path]) => path)
      // It reads SES's list and sends nothing, so it has no sender.
      .concat(name === 'check-users' ? ['client-sesv2'] : []);
    expect(loaded.toSorted()).toEqual(granted.toSorted());
  });

  test('may do with the tables and ask of Cognito whatever its code does', () => {
    const done = [...doneWithTables(name), ...askedOfCognito(name)];
    const missing = done.filter((one) => !allowed.get(name)?.has(one));
    expect(missing.toSorted()).toEqual((unreached[name] ?? []).toSorted());
  });

  test('loads neither zod’s locales nor the chain of credential providers', () => {
    expect(
      inputs.filter((input) =>
        /zod\/v4\/locales\/(?!en)|credential-provider-(ini|sso|process|web-identity)/.test(input),
      ),
    ).toEqual([]);
  });
});
