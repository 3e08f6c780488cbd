/** Node's environment, and cheaper promises. */
const { TestEnvironment } = require('jest-environment-node');
require('./cheap-promises.cjs');

module.exports = TestEnvironment;
