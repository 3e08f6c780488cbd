import { randomInt } from 'node:crypto';
import type { LocalClock, Outbox, WireRequest, WireResponse } from '../../platform/index';
import { type AwsEmulator, demandOn, faultMessages } from '../aws';
import { awsJson, readJsonObject } from '../aws-json';
import { attributes } from './operations/attributes';
import { clients } from './operations/clients';
import { groups } from './operations/groups';
import { passwords } from './operations/passwords';
import { pools } from './operations/pools';
import { secondStep } from './operations/second-step';
import { signIn } from './operations/sign-in';
import { signUp } from './operations/sign-up';
import { users } from './operations/users';
import type { Cognito } from './services/cognito';
import { CognitoError, notEmulated } from './services/errors';
import { newSigningKey, publicJwk } from './services/jwt';
import type { Operation } from './services/operation';
import { openStore } from './store/store';

export interface CognitoEmulatorOptions {
  clock: LocalClock;
  /** The file that keeps pools, users, codes and sessions even after the process is killed. */
  journalPath?: string;
  /** The receiver of mails and SMS. */
  outbox: Outbox;
  /**
   * Runs a trigger's Lambda function with Cognito's event. Resolves to the event that the function returns; rejects
   * with its error.
   */
  invokeTrigger?: (functionArn: string, event: unknown) => Promise<unknown>;
  region?: string;
  accountId?: string;
  /** Base of the issuer of tokens; `/<poolId>` is added. By default the real service's address. */
  issuerUrl?: () => string;
  /** Makes the codes of mails and SMS; six random digits by default. */
  newCode?: () => string;
  /** Makes the RSA key that signs a pool's tokens (PKCS #8, PEM); a new one of 2048 bits by default. */
  newSigningKey?: () => Promise<string>;
  /** scrypt's N for password hashes. @default 4096: about 10 ms a password on a laptop */
  passwordCost?: number;
}

/** Every operation of the emulator, by its name in `X-Amz-Target`. */
const operations: ReadonlyMap<string, Operation> = new Map(
  [signUp, signIn, passwords, users, attributes, secondStep, groups, pools, clients]
    .flat()
    .map((one) => [one.name, one]),
);

const json = (status: number, body: object): WireResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/**
 * `/<poolId>/.well-known/jwks.json` and `/<poolId>/.well-known/openid-configuration`, which verifiers of tokens read.
 */
async function respondWellKnown(cognito: Cognito, url: string): Promise<WireResponse> {
  const { pathname } = new URL(url, 'http://localhost');
  const [, poolId = '', document] = /^\/([^/]+)\/\.well-known\/(jwks\.json|openid-configuration)$/.exec(pathname) ?? [];
  const pool = cognito.store.pools.get(poolId);
  if (document === undefined) return json(404, { message: `Not found: ${pathname}` });
  if (!pool) return json(404, { message: `User pool ${poolId} does not exist.` });
  if (document === 'jwks.json') return json(200, { keys: [await publicJwk(cognito, pool)] });
  const issuer = cognito.issuerOf(pool.id);
  return json(200, {
    issuer,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    id_token_signing_alg_values_supported: ['RS256'],
    subject_types_supported: ['public'],
    scopes_supported: ['openid', 'email', 'phone', 'profile'],
    response_types_supported: ['code', 'token'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  });
}

const protocol = awsJson({
  contentType: 'application/x-amz-json-1.1',
  target: 'AWSCognitoIdentityProviderService',
  faults: {
    'access-denied': { status: 400, name: 'AccessDeniedException' },
    throttled: { status: 400, name: 'TooManyRequestsException' },
    failed: { status: 500, name: 'InternalErrorException' },
  },
});

function operationOf(request: WireRequest): string {
  const { pathname } = new URL(request.url, 'http://localhost');
  const document = /\/\.well-known\/([\w.-]+)$/.exec(pathname)?.[1];
  return protocol.operationOf(request) ?? document ?? `${request.method} ${pathname}`;
}

/** Times are sent as seconds since 1970 (AWS JSON 1.1). */
function encode(output: unknown): string {
  return JSON.stringify(output ?? {}, function replace(this: Record<string, unknown>, key, value: unknown) {
    const original = this[key];
    return original instanceof Date ? original.getTime() / 1000 : value;
  });
}

function readInput(request: WireRequest): Record<string, unknown> {
  const input = readJsonObject(request.body);
  if (!input) throw new CognitoError('SerializationException', 'Could not deserialize the request body');
  return input;
}

/** An Amazon Cognito user-pool service on this machine; see README.md for its scope. */
export async function createCognitoEmulator(options: CognitoEmulatorOptions): Promise<AwsEmulator> {
  const region = options.region ?? 'ap-northeast-1';
  const store = await openStore(options.journalPath, options.clock);
  const cognito: Cognito = {
    store,
    clock: options.clock,
    outbox: options.outbox,
    region,
    accountId: options.accountId ?? '000000000000',
    issuerOf: (poolId) => `${options.issuerUrl?.() ?? `https://cognito-idp.${region}.amazonaws.com`}/${poolId}`,
    newCode: options.newCode ?? (() => String(randomInt(1_000_000)).padStart(6, '0')),
    newSigningKey: options.newSigningKey ?? newSigningKey,
    passwordCost: options.passwordCost ?? 4096,
    ...(options.invokeTrigger && { invokeTrigger: options.invokeTrigger }),
  };

  const run = async (request: WireRequest): Promise<WireResponse> => {
    if (request.method === 'GET') return respondWellKnown(cognito, request.url);
    const name = operationOf(request);
    const found = operations.get(name);
    if (protocol.operationOf(request) === undefined)
      throw new CognitoError('UnknownOperationException', `No operation: ${name}`);
    if (!found) throw notEmulated(`the operation ${name}`);
    return protocol.respond(200, encode(await found.run(cognito, readInput(request))));
  };

  return {
    operationOf,
    respond: (request) =>
      run(request).catch((error: unknown) => {
        if (!(error instanceof CognitoError)) throw error;
        const body = JSON.stringify({ __type: error.type, message: error.message });
        return protocol.respond(error.status, body, { 'x-amzn-errortype': error.type });
      }),
    fault: (kind, message = faultMessages[kind]) => protocol.fault(kind, message),
    demandsOf: (request, places) =>
      demandOn(`cognito-idp:${operationOf(request)}`, readJsonObject(request.body)?.['UserPoolId'], places),
    reset: () => store.reset(),
    close: () => store.close(),
  };
}
