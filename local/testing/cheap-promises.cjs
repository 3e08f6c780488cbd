/**
 * Jest's runner follows every promise back to its test, by AsyncLocalStorage. Before Node 24 that costs all
 * asynchronous code about a tenth of its time. Without it an unhandled error still fails its file, but names no test.
 */
const { AsyncLocalStorage } = require('node:async_hooks');

if (Number.parseInt(process.versions.node, 10) < 24)
  AsyncLocalStorage.prototype.run = (_store, callback, ...args) => callback(...args);
