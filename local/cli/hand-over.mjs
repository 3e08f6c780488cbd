/**
 * `npm start` and `npm test`: `hand-over.mjs start.ts …`. Plain Node without packages, so that it runs on a fresh
 * clone: checks Node, installs missing packages, and hands over to a script of this folder with the other words.
 */
import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const needed = [20, 19];

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  console.error(
    `The portal needs Node ${needed.join('.')} or newer, and this is ${process.versions.node}: ` +
      'install a current one from https://nodejs.org and try again.',
  );
  process.exit(1);
}
if (major < 22)
  console.warn(`Node ${major} gets no more repairs, and AWS's packages stop supporting it in January 2027: take 24.`);

const changedAt = (path) => {
  try {
    return statSync(join(root, path)).mtimeMs;
  } catch {
    return undefined;
  }
};

/**
 * npm writes its own copy of the lock file last. If that copy is missing or older than the lock file, the packages are
 * not up to date.
 */
function packagesAreMissing() {
  const installed = changedAt('node_modules/.package-lock.json');
  return installed === undefined || installed < (changedAt('package-lock.json') ?? 0);
}

function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    // The child decides how it ends. The terminal signals it directly; signals sent to this process are passed on.
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
    child.once('error', (error) => {
      console.error(`${command} cannot be started: ${error.message}`);
      resolve(1);
    });
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)));
  });
}

async function install() {
  console.log('Installing packages (once; a minute or two) …');
  const windows = process.platform === 'win32';
  const code = await run(windows ? 'npm.cmd' : 'npm', ['ci', '--progress=true', '--no-fund', '--no-audit'], {
    shell: windows,
  });
  if (code === 0) return;
  console.error(
    'The packages could not be installed; npm says why above. ' +
      'With a network connection, `npm ci` can be tried again by hand.',
  );
  process.exit(code);
}

if (packagesAreMissing()) await install();
// UTC as in Lambda, so that code that depends on the machine's time zone fails here.
const env = { ...process.env, TZ: 'UTC', AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' };
const [script, ...words] = process.argv.slice(2);
process.exit(await run(process.execPath, ['--import', 'tsx', join('local', 'cli', script), ...words], { env }));
