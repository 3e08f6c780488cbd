/**
 * Requests to an emulator of the same process skip the sockets, which take more than half of a request's time on both
 * sides together. The clients of AWS and Stripe hand the request to the emulator and get its response or a closed
 * connection; everything before and after that (middleware, retries) stays their own. Requests by AWS's JSON protocols
 * carry no computed signature and name no SDK: no emulator reads either. One to DynamoDB, SQS or Cognito that succeeds
 * at once skips the SDK's middleware too. What else asks goes by HTTP as ever: the tests of the emulators themselves,
 * `fetch`, Kintone's client, streams to S3, the stories.
 */
const { randomUUID } = require('node:crypto');
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
    ports.set(this, Number(port));
    const search = query ? buildQueryString(query) : '';
    const url = search ? `${path}?${search}` : path;
    const asked = options?.[gotBefore]?.pop();
    const response = asked
      ? asked.response
      : await ask(respond, { method, url, headers: lowerCase(headers), body: toBuffer(body) });
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

/** By a client's handler of requests: the port that its first request went to. */
const ports = new WeakMap();
/** An option of a request: what its first try, made without the SDK's middleware, was responded with. */
const gotBefore = Symbol('got before');
/** Headers that have the right form of a signature only. */
const signature = (accessKeyId = 'test') => {
  const date = new Date(Date.now()).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const scope = `${date.slice(0, 8)}/test/test/aws4_request`;
  return {
    'x-amz-date': date,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=host, Signature=0`,
  };
};

/**
 * Has a client of one of AWS's JSON protocols send a command as the JSON that the SDK would make of it. Anything but a
 * success goes to the SDK as its first try, so errors and retries stay its own. The middleware took two thirds of a
 * request's time. `onlySdk` matches what the SDK writes or reads otherwise, such as bytes; `around` is what the command
 * itself does with input and output.
 */
function shorten({ prototype }, { target, version, onlySdk, around = (_client, _command, send) => send }) {
  const bySdk = prototype.send;
  prototype.send = async function short(command, ...others) {
    const port = ports.get(this.config.requestHandler);
    const respond = emulators.get(port);
    if (!respond || others.length > 0) return bySdk.call(this, command, ...others);
    const sent = command.clientCommand ?? command;
    const operation = sent.constructor.name.replace(/Command$/, '');
    // As the SDK does, which repeats the request under the same token.
    if (operation === 'TransactWriteItems') sent.input = { ClientRequestToken: randomUUID(), ...sent.input };
    let asked;
    let isDone = false;
    const handler = around(this, command, async ({ input }) => {
      const body = JSON.stringify(input);
      if (onlySdk.test(body)) return { output: {} };
      const headers = {
        'content-type': `application/x-amz-json-${version}`,
        host: `127.0.0.1:${port}`,
        'x-amz-target': `${target}.${operation}`,
      };
      const request = { method: 'POST', url: '/', headers: { ...headers, ...signature() }, body: Buffer.from(body) };
      asked = { response: await ask(respond, request) };
      const { status, body: text = '' } = asked.response ?? {};
      isDone = status === 200 && !onlySdk.test(text);
      const $metadata = { httpStatusCode: status, attempts: 1, totalRetryDelay: 0 };
      return { output: isDone ? { $metadata, ...JSON.parse(text || '{}') } : {} };
    });
    const { output } = await handler({ input: sent.input });
    return isDone ? output : bySdk.call(this, command, { [gotBefore]: asked ? [asked] : [] });
  };
}

function shortenRequests() {
  const { DynamoDBDocumentClient, DynamoDBDocumentClientCommand } = require('@aws-sdk/lib-dynamodb');
  const { addMarshallingMiddleware } = DynamoDBDocumentClientCommand.prototype;
  shorten(DynamoDBDocumentClient, {
    target: 'DynamoDB_20120810',
    version: '1.0',
    onlySdk: /"BS?":["[{]/,
    around({ config }, command, send) {
      const steps = {};
      const middlewareStack = { addRelativeTo: (step, { name }) => void (steps[name] = step) };
      addMarshallingMiddleware.call(Object.create(command, { clientCommand: { value: { middlewareStack } } }), config);
      return steps['DocumentMarshall'](steps['DocumentUnmarshall'](send), {});
    },
  });
  const { SQSClient } = require('@aws-sdk/client-sqs');
  shorten(SQSClient, { target: 'AmazonSQS', version: '1.0', onlySdk: /Binary/ });
  const { CognitoIdentityProviderClient } = require('@aws-sdk/client-cognito-identity-provider');
  const target = 'AWSCognitoIdentityProviderService';
  shorten(CognitoIdentityProviderClient, { target, version: '1.1', onlySdk: /Date":|File":/ });
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
    Object.assign(headers, signature(identity.accessKeyId));
    return request;
  };
}

let connected = false;

module.exports = {
  add(port, respond) {
    if (!connected) [connectAws, shortenRequests, connectStripe, signCheaply].forEach((connect) => connect());
    connected = true;
    emulators.set(port, respond);
  },
  remove: (port) => emulators.delete(port),
};
