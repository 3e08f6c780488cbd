import { randomUUID } from 'node:crypto';
import type { LocalClock } from '../clock';
import type { Emulator, WireRequest } from '../wire';
import { Parameters, type Input } from './input';
import { operations } from './operations';
import { SecretStore } from './secret-store';
import { ServiceError } from './errors';

export interface SecretsOptions {
  clock: LocalClock;
  /** Where the secrets are kept, in plain text; undefined keeps them in memory. */
  journalPath?: string | undefined;
}

const target = /^secretsmanager\.(\w+)$/;
const operationOf = (request: WireRequest): string =>
  target.exec(request.headers['x-amz-target'] ?? '')?.[1] ?? 'unknown';

function parse(body: Buffer): Input {
  try {
    const input: unknown = JSON.parse(body.toString() || '{}');
    if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input as Input;
  } catch {
    // told below, like any other body that is no object
  }
  throw new ServiceError('SerializationException', 'The body is not a JSON object.');
}

function run(store: SecretStore, request: WireRequest): Promise<object> | object {
  const name = operationOf(request);
  const operation = operations[name];
  if (!operation)
    throw new ServiceError('UnknownOperationException', `${name} is not supported by the Secrets Manager emulator.`);
  if (!request.headers['authorization']?.startsWith('AWS4-'))
    throw new ServiceError('MissingAuthenticationTokenException', 'Missing Authentication Token');
  const input = parse(request.body);
  return operation.run(store, new Parameters(input, name, operation.parameters), input);
}

/** AWS Secrets Manager (JSON 1.1 protocol): secrets, their versions and labels. Nothing is encrypted. See README.md. */
export async function createSecretsEmulator(options: SecretsOptions): Promise<Emulator> {
  const store = await SecretStore.open(options.clock, options.journalPath);
  const answer = (status: number, body: object) => ({
    status,
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amzn-requestid': randomUUID() },
    body: JSON.stringify(body),
  });
  return {
    operationOf,
    async respond(request) {
      try {
        return answer(200, await run(store, request));
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        return answer(400, { __type: error.code, Message: error.message });
      }
    },
    reset: () => store.reset(),
    close: () => store.close(),
  };
}
