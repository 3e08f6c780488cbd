/** Compiled code is kept: a process that runs many test files reads each module's source only once. */
const vm = require('node:vm');

const { compileFunction } = vm;
/** By file name; no file changes during a run. */
const kept = new Map();

vm.compileFunction = (code, parameters, options) => {
  const cachedData = kept.get(options.filename);
  const compiled = compileFunction(code, parameters, { ...options, cachedData, produceCachedData: !cachedData });
  if (compiled.cachedData) kept.set(options.filename, compiled.cachedData);
  return compiled;
};
