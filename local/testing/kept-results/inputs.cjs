/**
 * Finds out what a test file uses of the repository: modules that it loads, files that it reads or looks for, folders
 * that it lists. Packages count by the lock file, and temporary files are the test's own. What another process or
 * thread reads cannot be seen here: such a test file has no known inputs.
 */
const childProcess = require('node:child_process');
const fs = require('node:fs');
const { tmpdir } = require('node:os');
const path = require('node:path');
const { fileURLToPath } = require('node:url');
const vm = require('node:vm');
const workerThreads = require('node:worker_threads');
const { digestOf, root } = require('./store.cjs');

const { readdirSync } = fs;
const temporary = fs.realpathSync(tmpdir()) + path.sep;

/** Digests by path, of the whole process: Jest too reads a file only once. */
const digests = new Map();
/** Paths that the current test file used; undefined where they cannot be known. */
let used = new Set();

const isIn = (folder, file) => `${file}${path.sep}`.startsWith(folder);

function note(given) {
  if (!used || typeof given === 'number') return;
  const whole = path.resolve(given instanceof URL ? fileURLToPath(given) : String(given));
  // The repository itself may stand in the folder of temporary files.
  const isOwn = isIn(temporary, whole) && !isIn(root, whole);
  if (isOwn || whole === '/dev/null' || whole.includes(`${path.sep}node_modules${path.sep}`)) return;
  used.add(whole);
  if (digests.has(whole)) return;
  // Node reads by the functions that are watched here: that inner reading ends at the line above.
  digests.set(whole, undefined);
  digests.set(whole, digestOf(whole));
}

/** A folder with all folders below it. */
function noteAll(folder) {
  note(folder);
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) noteAll(path.join(folder, entry.name));
}

const cannotBeKnown = () => {
  used = undefined;
};

/** Calls `before` with the arguments of each call of a function, which keeps what Node has added to it. */
function watch(owner, name, before) {
  const original = owner[name];
  if (typeof original !== 'function') return;
  function watched(...args) {
    before(...args);
    return new.target ? Reflect.construct(original, args, new.target) : original.apply(this, args);
  }
  owner[name] = Object.defineProperties(watched, Object.getOwnPropertyDescriptors(original));
}

/** Functions whose first argument is what they read. */
const readers = ['access', 'copyFile', 'exists', 'lstat', 'open', 'readFile', 'readlink', 'realpath', 'stat'];
/** Functions that read more than they name. */
const unknown = ['cp', 'glob', 'openAsBlob', 'watch', 'watchFile'];
const listed = (folder, options) => (options?.recursive ? noteAll(folder) : note(folder));

for (const owner of [fs, fs.promises]) {
  for (const name of readers.flatMap((one) => [one, `${one}Sync`])) watch(owner, name, note);
  for (const name of unknown.flatMap((one) => [one, `${one}Sync`])) watch(owner, name, cannotBeKnown);
  for (const name of ['opendir', 'opendirSync', 'readdir', 'readdirSync']) watch(owner, name, listed);
}
for (const name of ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'])
  watch(childProcess, name, cannotBeKnown);
watch(workerThreads, 'Worker', cannotBeKnown);

/**
 * A module that is found depends on the names beside it, because another one could be found first. Jest reads JSON by
 * itself: a module's JSON stands beside it (`kept-results.test.ts`).
 */
watch(vm, 'compileFunction', (_code, _parameters, { filename }) => {
  const folder = path.dirname(filename);
  note(filename);
  note(folder);
  for (const name of readdirSync(folder)) if (name.endsWith('.json')) note(path.join(folder, name));
});

/** Begins with a test file. */
function begin(testPath) {
  used = new Set();
  note(testPath);
  note(path.join(path.dirname(testPath), '__snapshots__', `${path.basename(testPath)}.snap`));
}

/** Calls `make`; returns its value and what it used, which does not count yet (see `add`). */
function collect(make) {
  const before = used;
  used = new Set();
  try {
    return { value: make(), used };
  } finally {
    used = before;
  }
}

/** The current test file used what was collected. */
function add(collected) {
  used = used && collected && new Set([...used, ...collected]);
}

/** The digests of what was used since, by path; undefined where they cannot be known. */
const end = () => used && new Map([...used].map((one) => [one, digests.get(one)]));

module.exports = { add, begin, collect, end };
