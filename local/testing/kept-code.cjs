/**
 * A process that runs many test files compiles each module once, with the functions that were called in it: scripts,
 * unlike the functions that Jest has compiled for each file, can run in many contexts.
 */
const vm = require('node:vm');

/** By file name. */
const kept = new Map();

vm.compileFunction = (code, parameters, { filename, parsingContext }) => {
  const head = `(function (${(parameters ?? []).join()}) {`;
  const source = `${head}${code}\n})`;
  let one = kept.get(filename);
  if (one?.source !== source) {
    one = { source, script: new vm.Script(source, { filename, columnOffset: -head.length }) };
    kept.set(filename, one);
  }
  return parsingContext ? one.script.runInContext(parsingContext) : one.script.runInThisContext();
};
