/**
 * Results of test files, kept from run to run. `npm test` does not repeat a test file that passed within a day with the
 * same inputs: all that it loaded, read, looked for or listed has the same content (decisions/laptop-and-tests).
 */
const { createHash } = require('node:crypto');
const { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } = require('node:fs');
const path = require('node:path');

/** The repository, with a separator at its end. */
const root = path.join(__dirname, '..', '..', '..', path.sep);
/** Milliseconds. Each day proves anew: a test may depend on the date, or have passed by luck. */
const longest = 24 * 3_600_000;

const sha256 = (content) => createHash('sha256').update(content).digest('base64url');

/** What stands at a path: the content of a file, the names in a folder, or the error's code where nothing does. */
function digestOf(file) {
  try {
    return sha256(statSync(file).isDirectory() ? readdirSync(file).toSorted().join('\n') : readFileSync(file));
  } catch (error) {
    if (!error.code) throw error;
    return error.code;
  }
}

/** Variables that differ between two terminals, and that no test reads. */
const ofTerminal = /^(_|COLUMNS|INIT_CWD|LINES|OLDPWD|PWD|SHLVL|SSH_\w+|TERM\w*|WINDOWID|npm_\w+)$/;

const byName = ([one], [other]) => (one < other ? -1 : 1);

/** What all test files depend on and none of them loads itself: versions, settings, their environment. */
function commonDigest() {
  const settings = ['package.json', 'package-lock.json', 'jest.config.js', 'tsconfig.json'];
  const environments = ['local/testing', 'frontend/testing'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true })
      .filter((name) => name.endsWith('.cjs'))
      .map((name) => path.join(folder, name)),
  );
  const variables = Object.entries(process.env).filter(([name]) => !ofTerminal.test(name));
  return sha256(
    JSON.stringify([
      process.versions,
      process.platform,
      process.arch,
      [...settings, ...environments].map((name) => [name, digestOf(path.join(root, name))]).toSorted(byName),
      variables.toSorted(byName),
    ]),
  );
}

/**
 * The results of a folder. `common` is the digest of what all test files depend on; `now` the time in unix
 * milliseconds.
 */
function keptResults({
  folder = path.join(root, 'node_modules', '.cache', 'test-results'),
  common = commonDigest(),
  now = Date.now,
} = {}) {
  /** The file that holds a test file's result. */
  const fileOf = (testPath) => path.join(folder, `${sha256(testPath)}.json`);
  return {
    fileOf,

    /** Keeps that a test file passed with these inputs: digests by path. */
    keep(testPath, inputs) {
      mkdirSync(folder, { recursive: true });
      const named = [...inputs].map(([file, digest]) => [path.relative(root, file), digest]);
      writeFileSync(fileOf(testPath), JSON.stringify({ common, passedAt: now(), inputs: named }));
    },

    /** Whether a test file passed within a day with the same inputs. `known`: digests that were computed before. */
    isKept(testPath, known = new Map()) {
      let kept;
      try {
        kept = JSON.parse(readFileSync(fileOf(testPath), 'utf8'));
      } catch {
        return false;
      }
      const isSame = ([name, digest]) => {
        if (!known.has(name)) known.set(name, digestOf(path.resolve(root, name)));
        return known.get(name) === digest;
      };
      return kept.common === common && now() - kept.passedAt < longest && kept.inputs.every(isSame);
    },
  };
}

module.exports = { commonDigest, digestOf, keptResults, root };
