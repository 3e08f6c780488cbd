import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, type Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { createStacks, type Stacks } from '../create-stacks';
import { callFunctions } from '../functions/calls';
import { jobs } from '../functions/jobs';
import { triggers } from '../functions/triggers';
import { stageSettings, type StageSettings } from '../stage/stages';

/** Names of all functions of a stage. */
export const functionNames = [...Object.keys(callFunctions), ...Object.keys(jobs), ...Object.keys(triggers)];

/**
 * The stacks of a stage in an app, made from bundles of one line each, because the tests look only at the declarations
 * around the bundles. `validated`: the CDK holds the templates against the rules of cfn-lint, which takes seconds.
 * `settings` differ from the stage's own.
 */
export function stacksOf(
  stageName: string,
  { validated = false, settings = {} }: { validated?: boolean; settings?: Partial<StageSettings> } = {},
): { app: App; stacks: Stacks } {
  const folder = mkdtempSync(join(tmpdir(), 'portal-synth-'));
  for (const name of functionNames) {
    mkdirSync(join(folder, 'functions', name), { recursive: true });
    writeFileSync(join(folder, 'functions', name, 'index.mjs'), `export const handler = async () => '${name}';`);
  }
  mkdirSync(join(folder, 'web', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'web', 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'web', 'assets', 'app-1.js'), '');
  // The settings that every synthesis has.
  const { context } = JSON.parse(readFileSync('cdk.json', 'utf8')) as { context: Record<string, unknown> };
  const app = new App({ outdir: join(folder, 'out'), builtinCloudFormationValidation: validated, context });
  return {
    app,
    stacks: createStacks(
      app,
      { ...stageSettings(stageName), ...settings },
      {
        bundles: join(folder, 'functions'),
        webFolder: join(folder, 'web'),
      },
    ),
  };
}

/** The templates of a stage, by the stack's name in {@link Stacks}. */
export function synthesize(stageName: string): Record<keyof Stacks, Template> {
  const { stacks } = stacksOf(stageName);
  return Object.fromEntries(
    Object.entries(stacks).map(([name, stack]) => [name, Template.fromStack(stack as Stack)]),
  ) as Record<keyof Stacks, Template>;
}
