import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { refuseLaptop, runCommand, runStageTool } from './stage';

const manifestSchema = z.object({
  artifacts: z.record(z.string(), z.object({ type: z.string(), dependencies: z._default(z.array(z.string()), []) })),
});

/**
 * The stacks that go back, in the order in which they do: whatever reads of another one before that one, because
 * CloudFormation takes away no export that is read. The stacks of data and users stay: what they have got since harms
 * no older version, and nothing is taken from them that it reads (decisions/stages).
 */
export function waves(manifest: unknown): string[][] {
  const stacks = Object.entries(manifestSchema.parse(manifest).artifacts).filter(
    ([name, { type }]) => type === 'aws:cloudformation:stack' && !/-(Data|Auth)$/.test(name),
  );
  const waveOf = (name: string): number =>
    Math.max(
      -1,
      ...stacks.flatMap(([reader, { dependencies }]) => (dependencies.includes(name) ? waveOf(reader) : [])),
    ) + 1;
  const found: string[][] = [];
  for (const [name] of stacks) (found[waveOf(name)] ??= []).push(name);
  return found;
}

type Run = (words: readonly string[], folder?: string) => void;

/** The version is built here, so that the work of the shell's folder stays as it is. */
const folder = join('build', 'rollback');

/** Builds the version of a tag and deploys its stacks over those of today. */
export function goBack(
  stage: string,
  tag: string,
  run: Run,
  read = (path: string) => readFileSync(path, 'utf8'),
): void {
  refuseLaptop(stage);
  const leave = (): void => {
    rmSync(folder, { recursive: true, force: true });
    run(['git', 'worktree', 'prune']);
  };
  leave();
  run(['git', 'worktree', 'add', '--detach', folder, tag]);
  run(['npm', 'ci'], folder);
  run(['npm', 'run', '--silent', 'build'], folder);
  const output = join('build', `cdk-${stage}`);
  run(['npx', 'cdk', 'synth', '--quiet', '--context', `stage=${stage}`, '--output', output], folder);
  const approved = ['--exclusively', '--require-approval', 'never', '--app', output];
  for (const names of waves(JSON.parse(read(join(folder, output, 'manifest.json')))))
    run(['npx', 'cdk', 'deploy', ...names, '--concurrency', String(names.length), ...approved], folder);
  leave();
}

const usage = `npm run rollback -- --stage NAME --to TAG

Builds the version of a tag or commit in build/rollback, with its settings, and deploys its stacks over those of today,
except those of data and users. Safe to repeat (docs/runbook.md, "Going back to an older version").`;

void runStageTool(import.meta.url, usage, { to: { type: 'string' } }, async (stage, { to }) => {
  if (to === undefined || to.startsWith('-')) throw new Error('Name the version: --to TAG');
  goBack(stage.name, to, runCommand);
});
