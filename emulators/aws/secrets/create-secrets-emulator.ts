import type { LocalClock, WireRequest } from '../../platform/index';
import { demandOn, faultMessages, type AwsEmulator } from '../aws';
import { awsJson, readJsonObject } from '../aws-json';
import { Parameters } from './input';
import { operations } from './operations';
import { SecretStore } from './secret-store';
import { ServiceError } from './errors';

export interface SecretsOptions {
  clock: LocalClock;
  /** File of the secrets, in plain text; undefined keeps them in memory. */
  journalPath?: string | undefined;
}

const protocol = awsJson({
  contentType: 'application/x-amz-json-1.1',
  target: 'secretsmanager',
  faults: {
    'access-denied': { status: 400, name: 'AccessDeniedException' },
    throttled: { status: 400, name: 'ThrottlingException' },
    failed: { status: 500, name: 'InternalServiceError' },
  },
});
const operationOf = (request: WireRequest): string => protocol.operationOf(request) ?? 'unknown';

function run(store: SecretStore, request: WireRequest): Promise<object> | object {
  const name = operationOf(request);
  const operation = operations[name];
  if (!operation)
    throw new ServiceError('UnknownOperationException', `${name} is not supported by the Secrets Manager emulator.`);
  if (!protocol.isSigned(request))
    throw new ServiceError('MissingAuthenticationTokenException', 'Missing Authentication Token');
  const input = readJsonObject(request.body);
  if (!input) throw new ServiceError('SerializationException', 'The body is not a JSON object.');
  return operation.run(store, new Parameters(input, name, operation.parameters), input);
}

/** AWS Secrets Manager (JSON 1.1 protocol): secrets, their versions and labels. Nothing is encrypted. See README.md. */
export async function createSecretsEmulator(options: SecretsOptions): Promise<AwsEmulator> {
  const store = await SecretStore.open(options.clock, options.journalPath);
  return {
    operationOf,
    async respond(request) {
      try {
        return protocol.respond(200, JSON.stringify(await run(store, request)));
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        return protocol.respond(400, JSON.stringify({ __type: error.code, Message: error.message }));
      }
    },
    fault: (kind, message = faultMessages[kind]) => protocol.fault(kind, message),
    demandsOf: (request, places) =>
      demandOn(`secretsmanager:${operationOf(request)}`, readJsonObject(request.body)?.['SecretId'], places),
    reset: () => store.reset(),
    close: () => store.close(),
  };
}
