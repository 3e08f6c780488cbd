/**
 * Requests to an emulator of the same process skip the sockets, which take more than half of a request's time on both
 * sides together. The clients of AWS and Stripe hand the request to the emulator and get its response or a closed
 * connection; everything before and after that (retries, middleware of the product) stays their own. Requests by AWS's
 * JSON protocols carry no computed signature, which no emulator reads. What else asks goes by HTTP as ever: the tests of
 * the emulators themselves, `fetch`, Kintone's client, streams to S3, the stories.
 */
const { setImmediate } = require('node:timers');
const { Readable } = require('node:stream');

/** By port: how an emulator responds, with the faults that a test injects (`startServices`). */
const emulators = new Map();

const lowerCase = (headers) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
const toBuffer = (body) =>
  typeof body === 'string' ? Buffer.from(body) : body ? Buffer.copyBytesFrom(body) : Buffer.alloc(0);
const hungUp = (more) => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET', ...more });

/** Resolves in a later turn of the event loop, as a response over a socket would. */
async function ask(respond, request) {
  const response = await respond(request);
  await new Promise((resolve) => void setImmediate(resolve));
  return response === 'hang-up' ? undefined : response;
}

function connectAws() {
  const { HttpResponse, buildQueryString } = require('@smithy/core/protocols');
  const { prototype } = require('@smithy/node-http-handler').NodeHttpHandler;
  const bySocket = Reflect.get(prototype, 'handle');
  prototype.handle = async function direct(request, options) {
    const { port, method, path, query, headers, body } = request;
    const respond = emulators.get(Number(port));
    const isStream = typeof body === 'object' && !(body instanceof Uint8Array);
    if (!respond || isStream) return bySocket.call(this, request, options);
    const search = query ? buildQueryString(query) : '';
    const url = search ? `${path}?${search}` : path;
    const response = await ask(respond, { method, url, headers: lowerCase(headers), body: toBuffer(body) });
    // As the SDK's own handler names it.
    if (!response) throw hungUp({ name: 'TimeoutError' });
    const responseHeaders = lowerCase(response.headers ?? {});
    const bytes = toBuffer(response.body);
    // Only S3 hands bodies on as streams.
    const isJson = responseHeaders['content-type']?.startsWith('application/x-amz-json');
    const whole = { statusCode: response.status, headers: responseHeaders };
    return { response: new HttpResponse({ ...whole, body: isJson ? bytes : Readable.from([bytes]) }) };
  };
}

function connectStripe() {
  const Stripe = require('stripe');
  class DirectResponse extends Stripe.HttpClientResponse {
    constructor({ status, headers = {}, body = '' }) {
      super(status, lowerCase(headers));
      this.body = body;
    }
    getRawResponse() {
      return { headers: this.getHeaders() };
    }
    async toJSON() {
      return this._parseResponseBody(typeof this.body === 'string' ? this.body : this.body.toString());
    }
  }
  const prototype = Object.getPrototypeOf(Stripe.createNodeHttpClient());
  const bySocket = Reflect.get(prototype, 'makeRequest');
  prototype.makeRequest = async function direct(host, port, url, method, headers, data, ...rest) {
    const respond = emulators.get(Number(port));
    if (!respond) return bySocket.call(this, host, port, url, method, headers, data, ...rest);
    const whole = { ...lowerCase(headers), host: `${host}:${port}` };
    const response = await ask(respond, { method, url, headers: whole, body: toBuffer(data) });
    if (!response) throw hungUp();
    return new DirectResponse(response);
  };
}

/** Signs requests to an emulator of this process with the right form only: computing it took a twelfth of all time. */
function signCheaply() {
  const { prototype } = require('@aws-sdk/core/httpAuthSchemes').AwsSdkSigV4Signer;
  const sign = Reflect.get(prototype, 'sign');
  prototype.sign = function cheap(request, identity, properties) {
    const { headers, port } = request;
    if (!headers['x-amz-target'] || !emulators.has(Number(port))) return sign.call(this, request, identity, properties);
    // The SDK would take the difference between the emulator's clock and its own for an offset.
    properties._skipClockSkewSampling = true;
    const date = new Date(Date.now()).toISOString().replaceAll(/[-:]|\.\d+/g, '');
    const scope = `${date.slice(0, 8)}/test/test/aws4_request`;
    headers['x-amz-date'] = date;
    headers['authorization'] =
      `AWS4-HMAC-SHA256 Credential=${identity.accessKeyId}/${scope}, SignedHeaders=host, Signature=0`;
    return request;
  };
}

/**
 * Leaves out what the SDK logs, traces and tells of itself, which nobody reads: a fifth of a request's time. Keeps a
 * command's chain of middleware for the next one of its kind, by the SDK's own `cacheMiddleware`, until the client's
 * chain changes.
 */
function sayLess() {
  const { prototype } = require('@smithy/core/client').Client;
  const send = Reflect.get(prototype, 'send');
  const seen = new WeakSet();
  function prepare(client) {
    seen.add(client);
    const stack = client.middlewareStack;
    for (const tag of ['LOGGER', 'USER_AGENT', 'RECURSION_DETECTION']) stack.removeByTag(tag);
    for (const name of ['add', 'addRelativeTo', 'remove', 'removeByTag']) {
      const change = stack[name];
      stack[name] = (...args) => {
        delete client.handlers;
        return change(...args);
      };
    }
  }
  prototype.send = function brief(...args) {
    if (!seen.has(this)) prepare(this);
    this.config.cacheMiddleware = true;
    try {
      return send.apply(this, args);
    } finally {
      // A document client of the same settings refuses to be made with it.
      this.config.cacheMiddleware = false;
    }
  };
}

/**
 * Keeps the endpoint that a chain of middleware has found, and lets the document client's chains be kept: with
 * {@link sayLess} a third of a request to DynamoDB. S3's endpoints depend on the bucket.
 */
function keepMiddleware() {
  const { prototype } = require('@smithy/core/client').Command;
  const build = Reflect.get(prototype, 'resolveMiddlewareWithContext');
  const once = (middleware) => (next, context) => {
    const find = middleware(next, context);
    return (args) => (context.endpointV2 ? next(args) : find(args));
  };
  prototype.resolveMiddlewareWithContext = function keeping(stack, configuration, options, details) {
    const add = this.middlewareStack.addRelativeTo.bind(undefined);
    const isKept = !options && details.clientName !== 'S3Client';
    this.middlewareStack.addRelativeTo = (middleware, entry) =>
      add(isKept && entry.name === 'endpointV2Middleware' ? once(middleware) : middleware, entry);
    return build.call(this, stack, configuration, options, details);
  };
  // Their own would send the first command again.
  for (const { prototype: document } of Object.values(require('@aws-sdk/lib-dynamodb'))) {
    if (!document?.addMarshallingMiddleware || !Object.hasOwn(document, 'resolveMiddleware')) continue;
    document.resolveMiddleware = function resolve(stack, configuration, options) {
      this.addMarshallingMiddleware(configuration);
      const whole = stack.concat(this.middlewareStack);
      const handle = this.clientCommand.resolveMiddleware(whole, configuration, options);
      return (command) => handle(command.clientCommand);
    };
  }
}

let connected = false;

module.exports = {
  add(port, respond) {
    if (!connected) [connectAws, connectStripe, signCheaply, sayLess, keepMiddleware].forEach((connect) => connect());
    connected = true;
    emulators.set(port, respond);
  },
  remove: (port) => emulators.delete(port),
};
