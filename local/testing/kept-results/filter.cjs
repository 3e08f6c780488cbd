/** Jest's filter of a whole run: leaves out the test files whose results are kept (decisions/laptop-and-tests). */
const { commonDigest, keptResults } = require('./store.cjs');

const common = commonDigest();
const results = keptResults({ common });
const digests = new Map();
// Tells the environments that results are kept.
process.env.KEPT_RESULTS = common;

module.exports = async (testPaths) => {
  const filtered = testPaths.filter((path) => !results.isKept(path, digests));
  const kept = testPaths.length - filtered.length;
  if (kept > 0)
    console.log(`${kept} of ${testPaths.length} test files passed within a day with the same inputs: not repeated`);
  return { filtered };
};
