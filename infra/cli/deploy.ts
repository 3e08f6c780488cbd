import { parseArgs } from 'node:util';
import { unknownOrigin, type StageSettings } from '../stage/stages';
import { refuseLaptop, runCommand, runTool, stageNamed } from './stage';

/** The stage that `--stage NAME` names, and all other arguments unchanged, which are the CDK's. */
export function stageArgument(words: readonly string[]): { stage: StageSettings; rest: string[] } {
  const { values, tokens } = parseArgs({
    args: [...words],
    options: { stage: { type: 'string' } },
    strict: false,
    tokens: true,
  });
  const used = tokens.flatMap((token) => {
    if (token.kind !== 'option' || token.name !== 'stage') return [];
    return token.inlineValue ? [token.index] : [token.index, token.index + 1];
  });
  return { stage: stageNamed(values.stage), rest: words.filter((_word, index) => !used.includes(index)) };
}

export type DeployCommand = 'deploy' | 'diff' | 'destroy';

const isCommand = (word: string | undefined): word is DeployCommand =>
  word === 'deploy' || word === 'diff' || word === 'destroy';

/** Whether the caller chose when the CDK asks, which accepts the option once; by default for wider permissions. */
const approvalIn = (more: readonly string[]): boolean => more.some((word) => word.startsWith('--require-approval'));

/**
 * The arguments for the CDK's command line tool, with `more` at the end.
 * @throws {Error} for the laptop's stage, and for a `destroy` of a stage that keeps its data
 */
export function cdkArguments(command: DeployCommand, stage: StageSettings, more: readonly string[] = []): string[] {
  refuseLaptop(stage.name);
  if (command === 'destroy' && stage.data === 'retain') {
    throw new Error(
      `The stage "${stage.name}" keeps its data (data: 'retain') and is not destroyed. ` +
        'How to do it on purpose: docs/runbook.md, "Taking a stage down".',
    );
  }
  const common = ['--context', `stage=${stage.name}`, '--output', `build/cdk-${stage.name}`];
  // The CDK takes names of stacks or all of them.
  const all = more.some((word) => word.startsWith('Portal-')) ? [] : ['--all'];
  switch (command) {
    case 'deploy':
      return ['deploy', ...all, ...common, ...(approvalIn(more) ? [] : ['--require-approval', 'broadening']), ...more];
    case 'diff':
      // `cdk diff` compares all stacks and has no option --all.
      return ['diff', ...common, ...more];
    case 'destroy':
      return ['destroy', ...all, ...common, ...more];
  }
}

/** Builds functions and page, then runs the CDK. `run` is a command of the shell. */
export function carryOut(
  command: DeployCommand,
  stage: StageSettings,
  more: readonly string[],
  run: (words: readonly string[]) => void,
): void {
  const cdkWords = cdkArguments(command, stage, more);
  run(['npm', 'run', '--silent', 'build']);
  run(['npx', 'cdk', ...cdkWords]);
  if (command === 'deploy' && stage.portalOrigin === unknownOrigin)
    console.log(
      '\nNobody can sign in yet: write the output CloudFrontDomain, with https:// before it, into ' +
        `infra/stage/stages.ts as portalOrigin of "${stage.name}", and deploy again.`,
    );
}

const usage = `npm run deploy|diff|destroy -- --stage NAME [options of the CDK]

Builds functions and page, and has the CDK deploy, compare or destroy all stacks of a stage, or those that are named
(Portal-NAME-Api --exclusively). It asks before permissions widen, unless --require-approval says otherwise.`;

void runTool(import.meta.url, usage, async () => {
  const [command, ...words] = process.argv.slice(2);
  if (!isCommand(command)) throw new Error('Say what to do: deploy, diff or destroy');
  const { stage, rest } = stageArgument(words);
  carryOut(command, stage, rest, runCommand);
});
