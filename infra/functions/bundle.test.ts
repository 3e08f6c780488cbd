import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleFolder, functionEntries, metafilePath } from './bundle';
import { synthesize } from '../testing/synthesize';

interface Metafile {
  outputs: Record<string, { bytes: number; inputs: Record<string, { bytesInOutput: number }> }>;
}

/** Packages that a function may load only if it has the permissions for their service. */
const packages: Record<string, readonly string[]> = {
  'client-dynamodb': ['USERS_TABLE', 'DEVICES_TABLE', 'DOCUMENTS_TABLE'],
  'client-cognito-identity-provider': ['USER_POOL_ID'],
  'client-secrets-manager': ['STRIPE_SECRET_ARN', 'KINTONE_SECRET_ARN', 'ORIGIN_SECRET_ARN', 'CLIENT_SECRET_ARN'],
  'client-sesv2': ['MAIL_FROM'],
  'client-s3': ['DOCUMENTS_BUCKET', 'EXPORTS_BUCKET'],
  'client-sns': ['STAFF_TOPIC_ARN'],
  'client-sqs': ['TASKS_QUEUE_URL'],
  stripe: ['STRIPE_SECRET_ARN'],
  '@kintone/rest-api-client': ['KINTONE_SECRET_ARN'],
};

/** Compares the address that was asked for with the secret's, and asks Kintone for nothing. */
const readsSecretOnly = 'kintone-webhook';

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

test('every handler belongs to an entry of the contract, and its name follows from the entry', () => {
  const entries = new Set(Object.values(functionEntries()).map((entry) => `${entry.file} ${entry.export}`));
  const handlers = ['functions/api', 'functions/webhooks'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .flatMap((file) =>
        [
          ...readFileSync(`${folder}/${file}`, 'utf8').matchAll(/^export (?:const|function|async function) (\w+)/gm),
        ].map(([, name]) => `${folder}/${file} ${name}`),
      ),
  );
  expect(handlers.length).toBeGreaterThan(70);
  expect(handlers.toSorted()).toEqual([...entries].filter((entry) => /\/(api|webhooks)\//.test(entry)).toSorted());
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

test('no bundle is made of anything of the local cloud, of tests or of tools', () => {
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.keys(output.inputs));
  expect(inputs.length).toBeGreaterThan(100);
  expect(inputs.filter((input) => /^(local|e2e|bench|infra|frontend)\/|\/testing\/|\.test\./.test(input))).toEqual([]);
});

test('each bundle is an ES module that Node imports without help', () => {
  // In a process of its own: Jest and a script given by -e have a global `require`, which Lambda does not have.
  const files = Object.keys(functionEntries()).map(
    (name) => pathToFileURL(resolve(bundleFolder, name, 'index.mjs')).href,
  );
  const script = `for (const file of ${JSON.stringify(files)}) {
    if (typeof (await import(file)).handler !== 'function') throw new Error(file + ' has no handler');
  }`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
  });
  expect([status, stderr.slice(-500)]).toEqual([0, '']);
});

describe.each(Object.keys(functionEntries()))('%s', (name) => {
  const output = metafile.outputs[`${bundleFolder}/${name}/index.mjs`];
  const inputs = Object.keys(output?.inputs ?? {});
  const loads = (path: string): boolean => inputs.some((input) => input.startsWith(`node_modules/${path}/`));

  test('is bundled with a source map beside it', () => {
    expect(output?.bytes).toBeGreaterThan(0);
    expect(existsSync(`${bundleFolder}/${name}/index.mjs.map`)).toBe(true);
  });

  test('loads exactly the clients that its permissions need', () => {
    const loaded = Object.keys(packages).filter((path) =>
      loads(path.startsWith('client-') ? `@aws-sdk/${path}` : path),
    );
    const granted = Object.entries(packages)
      .filter(([path]) => !(name === readsSecretOnly && path === '@kintone/rest-api-client'))
      .filter(([, variables]) => variables.some((variable) => environments.get(name)?.includes(variable)))
      .map(([path]) => path);
    expect(loaded.toSorted()).toEqual(granted.toSorted());
  });

  test('loads neither zod’s locales nor the chain of credential providers', () => {
    expect(
      inputs.filter((input) =>
        /zod\/v4\/locales\/(?!en)|credential-provider-(ini|sso|process|web-identity)/.test(input),
      ),
    ).toEqual([]);
  });
});
