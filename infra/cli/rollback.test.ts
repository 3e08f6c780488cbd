import { readFileSync } from 'node:fs';
import { walk } from '#functions/testing/runbook';
import { stacksOf } from '../testing/synthesize';
import { goBack, waves } from './rollback';

interface Stack {
  dependencies: string[];
  exports: string[];
  imports: string[];
}
type Version = Readonly<Record<string, Stack>>;

/**
 * Two versions of this portal as they were synthesized, reduced to what their stacks read of each other: before the
 * table of documents, and with it.
 */
const { before, after } = JSON.parse(readFileSync('infra/testing/versions.json', 'utf8')) as Record<
  'before' | 'after',
  Version
>;

const manifestOf = (version: Version) => ({
  artifacts: Object.fromEntries(
    Object.entries(version).map(([name, { dependencies }]) => [
      name,
      { type: 'aws:cloudformation:stack', dependencies },
    ]),
  ),
});

/**
 * Deploys stacks over others by CloudFormation's rules (user guide, "Get exported outputs from a deployed
 * CloudFormation stack"): an export that is read is not taken away, and what is not exported is not read.
 */
function deployed(over: Version, version: Version, names: readonly string[]): Version {
  const stacks = { ...over };
  for (const name of names) {
    const next = version[name] ?? { dependencies: [], exports: [], imports: [] };
    const others = Object.entries(stacks).filter(([other]) => other !== name);
    for (const gone of (stacks[name]?.exports ?? []).filter((one) => !next.exports.includes(one)))
      for (const [reader, { imports }] of others)
        if (imports.includes(gone)) throw new Error(`Export ${gone} cannot be deleted as it is in use by ${reader}`);
    for (const one of next.imports)
      if (!others.some(([, { exports }]) => exports.includes(one))) throw new Error(`No export named ${one} found`);
    stacks[name] = next;
  }
  return stacks;
}

/** The order of `cdk deploy --all`: what is read comes first. */
const readFirst = (version: Version): string[] => Object.keys(version);

test('back to before a table: refused in the order of a deployment, whose first stack takes the table away', () => {
  expect(() => deployed(after, before, readFirst(before))).toThrow('cannot be deleted as it is in use by');
});

test('back to before a table: the stacks that read it go first, and the tables stay', () => {
  const order = waves(manifestOf(before)).flat();
  expect(order.toSorted()).toEqual(
    Object.keys(before)
      .filter((name) => !/-(Data|Auth)$/.test(name))
      .toSorted(),
  );
  const back = deployed(after, before, order);
  expect(back['Portal-example-Api']).toEqual(before['Portal-example-Api']);
  expect(back['Portal-example-Data']).toEqual(after['Portal-example-Data']);
  // And forward again, once the fault is mended.
  expect(deployed(back, after, readFirst(after))).toEqual(after);
});

test('every stack of today goes back before what it reads', () => {
  const { manifest } = stacksOf('example').app.synth();
  const order = waves(manifest);
  const waveOf = new Map(order.flatMap((names, wave) => names.map((name) => [name, wave] as const)));
  expect(waveOf.size).toBeGreaterThan(10);
  for (const [name, { dependencies = [] }] of Object.entries(manifest.artifacts ?? {}))
    for (const one of dependencies)
      if (waveOf.has(name) && waveOf.has(one))
        expect([name, one, waveOf.get(one)! > waveOf.get(name)!]).toEqual([name, one, true]);
});

walk('Going back to an older version', 'the tag is built beside, and deployed in waves', async (section) => {
  section.command('npm run rollback -- --stage STAGE --to TAG');
  section.says('stay as they are');
  const ran: string[] = [];
  goBack(
    'example',
    'v1',
    (words, folder) => void ran.push(`${folder ?? '.'}: ${words.join(' ')}`),
    () => JSON.stringify(manifestOf(before)),
  );
  expect(ran.slice(0, 4)).toEqual([
    '.: git worktree prune',
    '.: git worktree add --detach build/rollback v1',
    'build/rollback: npm ci',
    'build/rollback: npm run --silent build',
  ]);
  const deploys = ran.filter((line) => line.includes('cdk deploy'));
  expect(deploys.length).toBeGreaterThan(2);
  for (const line of deploys) expect(line).toMatch(/ --exclusively --require-approval never --app build\/cdk-example$/);
  expect(deploys[0]).toContain('Portal-example-AccessLog');
  expect(deploys.join('\n')).not.toMatch(/-(Data|Auth) /);
});
