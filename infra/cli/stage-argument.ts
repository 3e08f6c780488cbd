import { parseArgs } from 'node:util';
import { stageNames, stageSettings, type StageSettings } from '../stage/stages';

/**
 * The stage that `--stage NAME` names, checked, and all other arguments unchanged.
 * @throws {Error} one sentence that says what is wrong, or a line for each wrong setting
 */
export function stageArgument(words: readonly string[]): { stage: StageSettings; rest: string[] } {
  const { values, tokens } = parseArgs({
    args: [...words],
    options: { stage: { type: 'string' } },
    strict: false,
    tokens: true,
  });
  const name = values.stage;
  if (typeof name !== 'string' || name === '' || name.startsWith('-'))
    throw new Error(`Name the stage: --stage NAME, one of ${stageNames.join(', ')} (infra/stage/stages.ts)`);
  const used = tokens.flatMap((token) => {
    if (token.kind !== 'option' || token.name !== 'stage') return [];
    return token.inlineValue ? [token.index] : [token.index, token.index + 1];
  });
  return { stage: stageSettings(name), rest: words.filter((_word, index) => !used.includes(index)) };
}

/** Runs the work of a command line tool: a thrown error becomes its message and the exit code 1. */
export async function runTool(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
