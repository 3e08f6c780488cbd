/**
 * Node's environment for tests, in Node's own context. Jest's default gives each file a context of its own: every
 * library is then evaluated anew, and each access to a global passes a proxy. Here a library that
 * `shared-library.cjs` names is evaluated once a process; our own modules are evaluated anew in each file, as in Jest.
 */
const crypto = require('node:crypto');
const vm = require('node:vm');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');
require('./cheap-promises.cjs');
require('./kept-code.cjs');
const sharedLibrary = require('./shared-library.cjs');
const inProcessEmulators = require('./in-process-emulators.cjs');

const exit = process.exit.bind(process);

const made = new Map();
/** Makes something once for all test files of a process. */
function onceAProcess(key, make) {
  if (!made.has(key)) made.set(key, make());
  return made.get(key);
}

/** Stands for Node's own context, which `vm.compileFunction` has no name for. */
const ownContext = {};
const { compileFunction } = vm;
/** What Jest compares values and words failures with; it is evaluated once a process, as a library of the tests. */
const ofExpect =
  /node_modules[\\/](@jest[\\/])?(expect|expect-utils|snapshot-utils|jest-(diff|matcher-utils|snapshot|util|message-util)|pretty-format)[\\/]/;
vm.compileFunction = (code, parameters, { parsingContext, filename }) => {
  if (parsingContext !== ownContext) return compileFunction(code, parameters, { parsingContext, filename });
  const own = ofExpect.test(filename) ? sharedLibrary.process(code, filename).code : code;
  return compileFunction(own, parameters, { filename });
};

const ofStripe = /[\\/]node_modules[\\/]stripe[\\/]/;

/**
 * Stripe's client reads a stack at each request, and Jest maps each stack to the sources, which takes longer than the
 * request. Stacks that begin in that client stay unmapped.
 */
function mapFewerStacks() {
  const map = Error.prepareStackTrace?.bind(Error);
  if (!map) return;
  Error.prepareStackTrace = (error, frames) =>
    ofStripe.test(frames[0]?.getFileName() ?? '')
      ? [String(error), ...frames.map(String)].join('\n    at ')
      : map(error, frames);
}

/**
 * The services are in this very process: on a busy machine its own work keeps a new connection waiting for longer than
 * the second after which the product's clients give up.
 */
function waitForConnections() {
  const { prototype } = require('@smithy/node-http-handler').NodeHttpHandler;
  const { resolveDefaultConfig } = prototype;
  prototype.resolveDefaultConfig = function patient(options) {
    return resolveDefaultConfig.call(this, { ...options, connectionTimeout: 60_000 });
  };
}

/** Recovery codes are hashed at the least cost: ten of them took half a second of processor time. */
function hashCheaply() {
  const { scrypt } = crypto;
  crypto.scrypt = (password, salt, length, ...[first, second]) =>
    scrypt(password, salt, length, ...(second ? [first, second] : [{ N: 2 }, first]));
}

let isPrepared = false;

/** What Jest's runner keeps of a file under symbols: its state, handlers of events, and settings. */
const ofRunner = /^(JEST_STATE_SYMBOL|EVENT_HANDLERS|TEST_TIMEOUT_SYMBOL|.*RETRY.*)$/;

class NodeEnvironment {
  global = globalThis;
  globals = Object.getOwnPropertyDescriptors(globalThis);
  env = { ...process.env };

  constructor({ projectConfig }) {
    globalThis.requireOnce = require;
    globalThis.onceAProcess = onceAProcess;
    globalThis.inProcessEmulators = inProcessEmulators;
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {
    if (!isPrepared) [waitForConnections, hashCheaply].forEach((prepare) => prepare());
    isPrepared = true;
  }

  handleTestEvent({ name }) {
    if (name === 'run_start') mapFewerStacks();
    // Jest measures a file's time after this event: the clock is Node's own again.
    if (name !== 'run_finish') return;
    this.fakeTimersModern.useRealTimers();
    this.moduleMocker.restoreAllMocks();
  }

  /** What a file changed in globals and the environment is put back. What libraries added to globals stays. */
  async teardown() {
    this.fakeTimersModern.dispose();
    // Jest's own `process.exit` keeps its file's modules.
    process.exit = exit;
    for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
      if (!(symbol in this.globals) && ofRunner.test(symbol.description ?? '')) delete globalThis[symbol];
    }
    for (const [name, descriptor] of Object.entries(this.globals)) {
      if (descriptor.configurable) Object.defineProperty(globalThis, name, descriptor);
    }
    for (const name of Object.keys(process.env)) if (!(name in this.env)) delete process.env[name];
    Object.assign(process.env, this.env);
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return ownContext;
  }
}

module.exports = NodeEnvironment;
