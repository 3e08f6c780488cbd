import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { StageSettings } from '../stage/stages';
import { runTool, stageArgument } from './stage-argument';

export type DeployCommand = 'deploy' | 'diff' | 'destroy';

const isCommand = (word: string | undefined): word is DeployCommand =>
  word === 'deploy' || word === 'diff' || word === 'destroy';

/**
 * What the CDK's own tool is asked for; `more` is passed on to it.
 * @throws where the stage is not to be deployed, or holds data that a `destroy` would leave without its stacks
 */
export function cdkArguments(command: DeployCommand, stage: StageSettings, more: readonly string[] = []): string[] {
  if (stage.name === 'local')
    throw new Error('The stage "local" is what npm start runs; deploy another one (infra/stages.ts)');
  if (command === 'destroy' && stage.data === 'retain') {
    throw new Error(
      `The stage "${stage.name}" keeps its data (data: 'retain'): it is not destroyed. docs/runbook.md, "Taking a stage down", tells how it is done on purpose.`,
    );
  }
  const common = ['--context', `stage=${stage.name}`, '--output', `build/cdk-${stage.name}`];
  switch (command) {
    case 'deploy':
      // What widens permissions is asked about first, and nothing is deployed that a stack of it did not take.
      return ['deploy', '--all', ...common, '--require-approval', 'broadening', ...more];
    case 'diff':
      return ['diff', '--all', ...common, ...more];
    case 'destroy':
      return ['destroy', '--all', ...common, ...more];
  }
}

/** Words that are neither the command nor the stage. */
const passedOn = (words: readonly string[]): string[] =>
  words.filter((word, index) => !word.startsWith('--stage') && words[index - 1] !== '--stage');

function run(command: string, words: readonly string[]): void {
  const { status, error } = spawnSync(command, words, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${words[0] ?? ''} ended with ${status ?? 'a signal'}`);
}

/** `npm run deploy|diff|destroy -- --stage NAME`: builds functions and page, then asks the CDK. */
async function main(): Promise<void> {
  const [command, ...words] = process.argv.slice(2);
  if (!isCommand(command)) throw new Error('Say what to do: deploy, diff or destroy');
  const asked = cdkArguments(command, stageArgument(words), passedOn(words));
  run('npm', ['run', '--silent', 'build']);
  run('node_modules/.bin/cdk', asked);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runTool(main);
