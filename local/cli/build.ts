import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digestOf, keepDone, wasDone } from './digest';
import { runCommand } from './run-command';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface BuildOptions {
  /** Called when each step begins and ends. */
  log: (line: string) => void;
  /** Builds even if nothing has changed. */
  force?: boolean;
  signal?: AbortSignal;
}

interface Step {
  name: string;
  /** Folders and files whose content decides whether the step must run again. */
  inputs: string[];
  /** The step's result; if it is missing, the step runs. */
  output: string;
  command: string[];
  environment?: Record<string, string>;
}

const tsx = ['--import', 'tsx'];

const isNoTest = (file: string): boolean => !/\.test\.tsx?$/.test(file);

async function runStep(step: Step, options: BuildOptions): Promise<boolean> {
  const digest = digestOf(step.inputs, isNoTest);
  if (existsSync(join(root, step.output)) && wasDone(step.name, digest) && !options.force) return false;
  const startedAt = Date.now();
  options.log(`${step.name} …`);
  const { environment } = step;
  const { passed, output } = await runCommand(process.execPath, step.command, {
    ...(environment && { environment }),
    ...(options.signal && { signal: options.signal }),
  });
  if (!passed) throw new Error(`The step "${step.name}" failed:\n${output.trim()}`);
  keepDone(step.name, digest);
  options.log(`${step.name} done in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  return true;
}

const manifests = ['package-lock.json', 'tsconfig.json'];

/**
 * Bundles the functions and builds the page side by side, then synthesizes the stage `local`. Skips unchanged steps.
 */
export async function build(options: BuildOptions): Promise<void> {
  const [bundled, built] = await Promise.all([
    runStep(
      {
        name: 'functions',
        inputs: ['functions', 'shared', 'infra/functions/bundle.ts', ...manifests],
        output: 'build/functions.meta.json',
        command: [...tsx, 'infra/functions/bundle.ts'],
      },
      options,
    ),
    runStep(
      {
        name: 'page',
        inputs: ['frontend', 'shared', ...manifests],
        output: 'frontend/dist/index.html',
        // A caller's own, for example Jest's `test`, would build React's slower half for development.
        environment: { NODE_ENV: 'production' },
        command: [
          'node_modules/vite/bin/vite.js',
          'build',
          '--config',
          'frontend/vite.config.ts',
          '--logLevel',
          'warn',
        ],
      },
      options,
    ),
  ]);
  const context = JSON.stringify({
    ...(JSON.parse(await readFile(join(root, 'cdk.json'), 'utf8')) as { context: object }).context,
    stage: 'local',
  });
  await runStep(
    {
      name: 'templates',
      inputs: ['infra', 'shared', 'cdk.json', ...manifests],
      output: 'cdk.out/manifest.json',
      command: [...tsx, 'infra/app.ts'],
      // The rules of cfn-lint take as long as the rest; `npm test` and each deployment check them.
      environment: { CDK_OUTDIR: join(root, 'cdk.out'), CDK_CONTEXT_JSON: context, CDK_VALIDATION: 'false' },
    },
    { ...options, force: options.force || bundled || built },
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await build({ log: console.log, force: process.argv.includes('--force') });
