/**
 * Makes a Jest environment keep which test files passed, and with which inputs (decisions/laptop-and-tests). Only `npm test` asks for
 * it: `filter.cjs` sets the variable.
 */
const common = process.env.KEPT_RESULTS;
const inputs = common === undefined ? undefined : require('./inputs.cjs');
const { keptResults } = require('./store.cjs');

const allTests = (entry) => (entry.type === 'test' ? [entry] : entry.children.flatMap(allTests));
const hasPassed = ({ rootDescribeBlock, unhandledErrors }) =>
  unhandledErrors.length === 0 && allTests(rootDescribeBlock).every(({ errors }) => errors.length === 0);

function keepResults(Environment) {
  if (!inputs) return Environment;
  const results = keptResults({ common });
  return class extends Environment {
    #testPath;
    #passed = false;

    constructor(config, context) {
      inputs.begin(context.testPath);
      super(config, context);
      this.#testPath = context.testPath;
    }

    async handleTestEvent(event, state) {
      await super.handleTestEvent?.(event, state);
      if (event.name === 'run_finish') this.#passed = hasPassed(state);
    }

    async teardown() {
      await super.teardown();
      const used = inputs.end();
      if (this.#passed && used) results.keep(this.#testPath, used);
    }
  };
}

const made = new Map();

/** Makes something once for all test files of a process; each that asks for it has used what it was made of. */
function onceAProcess(key, make) {
  const known = made.get(key) ?? inputs?.collect(make) ?? { value: make() };
  made.set(key, known);
  inputs?.add(known.used);
  return known.value;
}

module.exports = { keepResults, onceAProcess };
