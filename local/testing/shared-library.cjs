/** Stands for a library in tests: evaluated once a process by Node, handed to every test file. */
module.exports = {
  process: (_source, filename) => ({ code: `module.exports = requireOnce(${JSON.stringify(filename)});` }),
};
