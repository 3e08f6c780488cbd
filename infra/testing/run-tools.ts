import { resolve } from 'node:path';

/**
 * Starts command line tools one after another in this process, which loads the clients of AWS and the CDK once:
 * `run-tools.ts '[["infra/cli/owner.ts", "--stage", "example"], ["cdk", "diff"]]'` prints what each wrote, as JSON.
 */
const runs = JSON.parse(process.argv[2] ?? '') as string[][];
const written: string[] = [];
const print = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write = (text: unknown) => {
  written[written.length - 1] += String(text);
  return true;
};

// Also when a tool ends the process.
process.on('exit', () => void print(JSON.stringify(written)));
// A tool has ended when nothing is left to wait for.
process.on('beforeExit', () => {
  const [file, ...words] = runs[written.length] ?? [];
  if (file === undefined) process.exit(0);
  written.push('');
  process.argv = [process.execPath, resolve(file), ...words];
  if (file === 'cdk') void import(resolve('node_modules/aws-cdk/lib/index.js')).then(({ cli }) => cli());
  else void import(`${resolve(file)}?${written.length}`);
});
