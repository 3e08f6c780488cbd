/* oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin */
/**
 * What an isolate runs: a clock that follows the local one, then the bundle, then one invocation after another. It is
 * plain JavaScript without imports of the cloud, so that it runs beside only the function's own code.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

const { folder, handler, clockOffset } = workerData;

const offset = new Float64Array(clockOffset);
const RealDate = Date;
const realNow = Date.now.bind(Date);
const now = () => realNow() + offset[0];
RealDate.now = now;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, values, newTarget) =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget),
  apply: (target) => new target(now()).toString(),
});
RealDate.prototype.constructor = globalThis.Date;

const described = (error) =>
  error instanceof Error
    ? { errorType: error.name, errorMessage: error.message, trace: (error.stack ?? '').split('\n') }
    : { errorType: typeof error, errorMessage: String(error), trace: [] };

async function loadHandler() {
  const [file, name] = handler.split('.');
  const path = resolve(folder, file);
  // In this order Lambda looks for them.
  const { [name]: found } = existsSync(`${path}.mjs`)
    ? await import(pathToFileURL(`${path}.mjs`).href)
    : createRequire(import.meta.url)(`${path}.cjs`);
  if (typeof found !== 'function') throw new Error(`${file}.${name} is undefined or not exported`);
  return found;
}

const run = await loadHandler().catch((error) => {
  // The creator of this thread ends it. Listening keeps it alive until then, so that the message arrives.
  parentPort.postMessage({ kind: 'init-failed', error: described(error) });
});

/** One invocation. It reports every failure and throws none. */
async function invoke({ event, context, deadline }) {
  const lambdaContext = {
    ...context,
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, deadline - realNow()),
  };
  try {
    // As over the wire: values that JSON cannot express are lost.
    const result = JSON.stringify((await run(JSON.parse(event), lambdaContext)) ?? null);
    parentPort.postMessage({ kind: 'result', result });
  } catch (error) {
    console.error(error instanceof Error ? error.stack : error);
    parentPort.postMessage({ kind: 'failed', error: described(error) });
  }
}

parentPort.on('message', (message) => void invoke(message));
if (run) parentPort.postMessage({ kind: 'ready' });
