import { storiesFor, toRelate, treeNow } from './since-passed';

const texts: Readonly<Record<string, string>> = {
  'functions/shops/calls.test.ts': "import { calls } from './calls';",
  'functions/http/any-input.test.ts': 'await handlerOf(call)',
  'local/testing/arrows.test.ts': "readdirSync('functions')",
  'emulators/aws/s3/files.test.ts': "readFileSync('a')",
  'infra/testing/synthesize.ts': "readFileSync('cdk.json')",
  'infra/cli/commands.test.ts': "readFileSync('docs/deploy.md')",
  'frontend/src/lib/storage.test.ts': "readdirSync('frontend')",
};
const related = (...changed: string[]) => toRelate(changed, Object.keys(texts), (file) => texts[file] ?? '');
const listing = [
  'functions/http/any-input.test.ts',
  'local/testing/arrows.test.ts',
  'frontend/src/lib/storage.test.ts',
];

test('a changed file: the tests that depend on it, and those that look at files', () => {
  expect(related()).toEqual([]);
  expect(related('functions/shops/calls.ts')).toEqual(['functions/shops/calls.ts', ...listing]);
  expect(related('emulators/aws/s3/store.ts')).toContain('emulators/aws/s3/files.test.ts');
  const readers = ['infra/testing/synthesize.ts', 'infra/cli/commands.test.ts'];
  expect(related('cdk.json')?.toSorted()).toEqual(['cdk.json', ...listing, ...readers].toSorted());
  expect(related('infra/cli/check.ts')).toContain('infra/cli/commands.test.ts');
  const page = 'frontend/src/app/routes.tsx';
  expect(related(page)).toEqual([page, 'local/testing/arrows.test.ts', 'frontend/src/lib/storage.test.ts']);
  expect(related(page, 'shared/numbers.ts')).toEqual([page, 'shared/numbers.ts', ...listing]);
});

test.each(['package-lock.json', 'jest.config.js', 'local/testing/environment.ts', 'frontend/testing/setup.ts'])(
  '%s changed: every test',
  (file) => expect(related('functions/shops/calls.ts', file)).toBeUndefined(),
);

test('stories: a changed one, those of a folder, every one for what many need, none for a test or a document', () => {
  expect(storiesFor(['e2e/own-portal/time.story.ts'])).toEqual(['/time\\.story']);
  expect(storiesFor(['functions/devices/calls.ts'])).toContain('/return\\.story');
  const withoutPage = String.raw`/every-call\.story`;
  expect(storiesFor(['functions/devices/calls.ts'])).toContain(withoutPage);
  expect(storiesFor(['frontend/src/features/devices/scan.tsx'])).not.toContain(withoutPage);
  expect(storiesFor(['functions/devices/calls.ts', 'shared/constants.ts'])).toBeUndefined();
  expect(storiesFor(['frontend/src/ui/button.tsx'])).toBeUndefined();
  expect(storiesFor(['functions/devices/calls.test.ts', 'docs/tests.md'])).toEqual([]);
});

test('each story that a folder names exists', () => {
  const files = Object.keys(treeNow());
  const named = new Set(files.flatMap((file) => storiesFor([file]) ?? []));
  expect([...named].filter((name) => !files.some((file) => new RegExp(name).test(file)))).toEqual([]);
});
