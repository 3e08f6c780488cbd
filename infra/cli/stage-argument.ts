import { stageNames, stageSettings, type StageSettings } from '../stage/stages';

/**
 * The stage that `--stage NAME` names, checked.
 * @throws one sentence that says what is wrong, or a line for each wrong setting
 */
export function stageArgument(words: readonly string[]): StageSettings {
  const at = words.findIndex((word) => word === '--stage' || word.startsWith('--stage='));
  const name = at < 0 ? undefined : (words[at]?.split('=')[1] ?? words[at + 1]);
  if (name === undefined || name === '' || name.startsWith('-'))
    throw new Error(`Name the stage: --stage NAME, one of ${stageNames.join(', ')} (infra/stages.ts)`);
  return stageSettings(name);
}

/** Runs a command line tool's work: a thrown error becomes its message and the exit code 1. */
export async function runTool(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
