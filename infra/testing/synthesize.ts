import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { calls } from '#shared/contract/index';
import { createDataStacks, createStacks, type Built, type Stacks } from '../create-stacks';
import { jobs } from '../functions/jobs';
import { triggers } from '../functions/worker';
import { stageSettings, type StageSettings } from '../stage/stages';

/** Names of all functions of a stage. */
export const functionNames = [
  ...calls.map(({ name }) => name),
  ...Object.keys(jobs),
  ...Object.keys(triggers),
  'run-tasks',
];

/**
 * An empty app, and bundles of one line each for its stacks, because the tests look only at the declarations around the
 * bundles. `validated`: the CDK holds the templates against the rules of cfn-lint, which takes seconds.
 */
function emptyApp(validated = false): { app: App; built: Built } {
  const folder = mkdtempSync(join(tmpdir(), 'portal-synth-'));
  for (const name of functionNames) {
    mkdirSync(join(folder, 'functions', name), { recursive: true });
    writeFileSync(join(folder, 'functions', name, 'index.cjs'), `exports.handler = async () => '${name}';`);
  }
  mkdirSync(join(folder, 'web', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'web', 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'web', 'assets', 'app-1.js'), '');
  // The settings that every synthesis has. A stack trace of each resource takes a quarter of the time.
  const { context } = JSON.parse(readFileSync('cdk.json', 'utf8')) as { context: Record<string, unknown> };
  const app = new App({
    outdir: join(folder, 'out'),
    builtinCloudFormationValidation: validated,
    context: { ...context, 'aws:cdk:disable-creation-stack-traces': true },
  });
  return { app, built: { bundles: join(folder, 'functions'), webFolder: join(folder, 'web') } };
}

/** The stacks of a stage in an app. `settings` differ from the stage's own. */
export function stacksOf(
  stageName: string,
  { validated = false, settings = {} }: { validated?: boolean; settings?: Partial<StageSettings> } = {},
): { app: App; stacks: Stacks } {
  const { app, built } = emptyApp(validated);
  return { app, stacks: createStacks(app, { ...stageSettings(stageName), ...settings }, built) };
}

/** The templates of data and users alone, without what other stacks read of them. */
export function dataStacksOf(stageName: string, settings: Partial<StageSettings>): Record<'data' | 'auth', Template> {
  const { app, built } = emptyApp();
  const { data, auth } = createDataStacks(app, { ...stageSettings(stageName), ...settings }, built.bundles);
  return { data: Template.fromStack(data), auth: Template.fromStack(auth) };
}

type Templates = Record<keyof Stacks, Template>;

/** A process of Jest synthesizes each stage once for all its test files (`local/testing/node-environment.cjs`). */
const { onceAProcess = (_key, make) => make() } = globalThis as {
  onceAProcess?: (key: string, make: () => Map<string, string>) => Map<string, string>;
};

/** The templates of a stage with other settings, by the name of their stack. */
export function assembled<T>(stageName: string, settings: Partial<StageSettings>): Map<string, T> {
  const { app } = stacksOf(stageName, { settings });
  return new Map(app.synth().stacks.map(({ stackName, template }) => [stackName, template as T]));
}

/** Each template as text. */
function templatesOf(stageName: string): Map<string, string> {
  const { app, stacks } = stacksOf(stageName);
  const assembly = app.synth();
  return new Map(
    Object.entries(stacks).map(([name, stack]) => [
      name,
      readFileSync(assembly.getStackArtifact(stack.artifactId).templateFullPath, 'utf8'),
    ]),
  );
}

/** The templates of a stage, by the stack's name in {@link Stacks}. */
export function synthesize(stageName: string): Templates {
  const texts = onceAProcess(`stage ${stageName}`, () => templatesOf(stageName));
  return Object.fromEntries(
    [...texts].map(([name, text]) => [name, Template.fromJSON(JSON.parse(text) as Record<string, unknown>)]),
  ) as Templates;
}
