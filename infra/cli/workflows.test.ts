import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = '.github/workflows';
const workflows = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const);

/** The jobs of a workflow by name, each with its lines. */
const jobsOf = (text: string): Map<string, string> =>
  new Map(
    (text.split(/^jobs:$/m)[1] ?? '')
      .split(/^(?= {2}[\w-]+:$)/m)
      .flatMap((job) => (/^ {2}[\w-]+:$/m.test(job) ? [[job.trim().split(':', 1)[0] ?? '', job] as const] : [])),
  );

test.each(workflows)('%s: each action is pinned by its commit, because a tag can be moved', (_name, text) => {
  const actions = [...text.matchAll(/uses: *(\S+)/g)].map(([, action = '']) => action);
  expect(actions.length).toBeGreaterThan(0);
  expect(actions.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
});

test.each(workflows)('%s: what may take a role of the account runs no tests', (_name, text) => {
  expect(text.split(/^jobs:$/m)[0]).not.toContain('id-token');
  const jobs = jobsOf(text);
  expect(jobs.size).toBeGreaterThan(0);
  for (const job of jobs.values()) expect(job.includes('id-token: write') && job.includes('npm test')).toBe(false);
});

test('a deployment asks the portal, goes back if it does not answer, and marks the version only if it does', () => {
  const deploy = jobsOf(readFileSync(join(folder, 'deploy.yml'), 'utf8')).get('deploy') ?? '';
  const at = (text: string): number => {
    expect(deploy).toContain(text);
    return deploy.indexOf(text);
  };
  const steps = [
    'npm run deploy -- --stage',
    'id: portal\n        run: npm run check -- --stage "$STAGE" --portal',
    [
      "if: failure() && steps.portal.outcome == 'failure'",
      'run: npm run rollback -- --stage "$STAGE" --to "deployed-$STAGE"',
    ].join('\n        '),
    'git tag --force "deployed-$STAGE"',
  ].map(at);
  // Credentials end after an hour, and going back takes as long as the deployment before it.
  const [, again = 0] = [...deploy.matchAll(/role-to-assume/g)].map(({ index }) => index);
  steps.splice(2, 0, again);
  expect(steps).toEqual(steps.toSorted((one, other) => one - other));
});
