import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { findBrowser } from '../testing/browser';
import { build } from './build';

const bin = (name: string): string[] => [join('node_modules', '.bin', name)];

/** Runs a step's command with its output in sight; resolves to whether it succeeded. */
function run(command: string, args: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
}

const tool =
  (name: string, ...args: string[]) =>
  (): Promise<boolean> =>
    run(bin(name)[0] ?? name, args);

/** Fails with the way out where no browser is found; says so where Japanese would be drawn as boxes. */
async function prepareBrowser(): Promise<boolean> {
  const browser = await findBrowser();
  console.log(`browser: ${browser}`);
  if (process.platform === 'linux') {
    const fonts = spawnSync('fc-list', [':lang=ja', 'family'], { encoding: 'utf8' });
    if (fonts.error || fonts.stdout.trim() === '')
      console.log(
        'No Japanese font is installed: tests run, but pictures show boxes for Japanese. Debian: apt-get install fonts-noto-cjk',
      );
  }
  return true;
}

const steps: { name: string; run: () => Promise<boolean> }[] = [
  { name: 'types', run: tool('tsc', '--noEmit', '-p', '.') },
  { name: 'lint and import arrows', run: tool('oxlint', '--type-aware') },
  {
    name: 'build (functions, page, templates)',
    run: async () => build({ log: (line) => console.log(`  ${line}`) }).then(() => true),
  },
  { name: 'browser', run: prepareBrowser },
  { name: 'unit, contract and infrastructure tests', run: tool('jest', '--maxWorkers=2', ...process.argv.slice(2)) },
  { name: 'customer stories in the browser', run: tool('playwright', 'test', '--config', 'e2e/playwright.config.ts') },
];

const startedAt = Date.now();
for (const [index, step] of steps.entries()) {
  console.log(`\n[${index + 1}/${steps.length}] ${step.name}`);
  const stepStartedAt = Date.now();
  const passed = await step.run().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return false;
  });
  console.log(
    `[${index + 1}/${steps.length}] ${step.name}: ${passed ? 'passed' : 'FAILED'} (${((Date.now() - stepStartedAt) / 1000).toFixed(0)} s)`,
  );
  if (!passed) process.exit(1);
}
console.log(`\nAll tests passed in ${((Date.now() - startedAt) / 1000).toFixed(0)} s.`);
