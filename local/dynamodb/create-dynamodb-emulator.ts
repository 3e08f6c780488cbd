import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { LocalClock } from '../clock';
import { faultMessages, type AwsEmulator } from '../aws';
import { awsJson, readJsonObject } from '../aws-json';
import type { WireRequest, WireResponse } from '../wire';
import { checkInput, type Input } from './check-input';
import { Database } from './database';
import { demandsOf } from './demands';
import { Expiry } from './expiry';
import { operations, type OperationName } from './operations';
import { isRefusal, ServiceError } from './errors';
import { describeContinuousBackups, updateContinuousBackups } from './continuous-backups';
import { PastItems } from './past-items';
import { restoreTable } from './restore-table';
import { AllTableSettings, describeTimeToLive, updateTimeToLive } from './table-settings';
import { createTable, deleteTable, describeTable, updateTable } from './tables';
import { transactGetItems } from './transact-get-items';
import { transactWriteItems } from './transact-write-items';
import { writeItem } from './write-item';

export interface DynamoDbEmulator extends AwsEmulator {
  /**
   * Removes the items whose TTL attribute is in the past by the clock, and what is too old to be restored. Runs by
   * itself every `sweepMs`. Until then an expired item is still read: the real service may take days too. Tests that
   * move the clock call it directly.
   */
  sweep(): Promise<void>;
}

interface DynamoDbOptions {
  clock: LocalClock;
  /** Folder of the tables; undefined keeps them in memory. One process at a time. */
  folder?: string | undefined;
  /** Real milliseconds between two sweeps; 0 sweeps only when told to. Default 1,000. */
  sweepMs?: number;
}

const protocol = awsJson({
  contentType: 'application/x-amz-json-1.0',
  target: 'DynamoDB_20120810',
  faults: {
    'access-denied': { status: 400, name: 'com.amazon.coral.service#AccessDeniedException' },
    throttled: {
      status: 400,
      name: 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException',
    },
    failed: { status: 500, name: 'com.amazonaws.dynamodb.v20120810#InternalServerError' },
  },
});
const operationOf = (request: WireRequest): string => protocol.operationOf(request) ?? 'unknown';

/** DynamoDB: dynalite's tables, items, expressions and indexes, with what it lacks (see README.md). */
export async function createDynamoDbEmulator(options: DynamoDbOptions): Promise<DynamoDbEmulator> {
  const { clock, sweepMs = 1000 } = options;
  const database = await Database.open(options.folder);
  const settings = await AllTableSettings.load(database);
  const expiry = await Expiry.load(database, settings, clock);
  const past = new PastItems(database, settings, clock);

  const read = (name: OperationName) => async (input: Input) =>
    database.view().run(operations[name].action, checkInput(name, input, database.store));
  const query = (name: 'Query' | 'Scan' | 'ListTables' | 'ListTagsOfResource') => (input: Input) =>
    new Promise<Input>((resolve, reject) => {
      const checked = checkInput(name, input, database.store);
      operations[name].action(database.store, checked, (error, answer) =>
        error ? reject(error) : resolve(answer as Input),
      );
    });
  const write = (name: OperationName) => async (input: Input) => {
    const checked = checkInput(name, input, database.store);
    return database.write((stage) => stage.run(operations[name].action, checked));
  };

  const handlers: Record<string, (input: Input) => Promise<Input | ''>> = {
    BatchGetItem: read('BatchGetItem'),
    BatchWriteItem: write('BatchWriteItem'),
    CreateTable: (input) => createTable(database, input),
    DeleteItem: (input) => writeItem(database, 'DeleteItem', input),
    DeleteTable: (input) => deleteTable(database, settings, past, input),
    DescribeContinuousBackups: (input) => describeContinuousBackups(database, settings, clock, input),
    DescribeTable: (input) => describeTable(database, settings, input),
    DescribeTimeToLive: (input) => describeTimeToLive(database, settings, input),
    GetItem: read('GetItem'),
    ListTables: query('ListTables'),
    ListTagsOfResource: query('ListTagsOfResource'),
    PutItem: (input) => writeItem(database, 'PutItem', input),
    Query: query('Query'),
    RestoreTableToPointInTime: (input) => restoreTable(database, settings, past, clock, input),
    Scan: query('Scan'),
    TagResource: write('TagResource'),
    TransactGetItems: (input) => transactGetItems(database, input),
    TransactWriteItems: (input) => transactWriteItems(database, clock, input),
    UntagResource: write('UntagResource'),
    UpdateContinuousBackups: (input) => updateContinuousBackups(database, settings, past, clock, input),
    UpdateItem: (input) => writeItem(database, 'UpdateItem', input),
    UpdateTable: (input) => updateTable(database, settings, input),
    UpdateTimeToLive: async (input) => {
      const answer = await updateTimeToLive(database, settings, input);
      // Inside the writer's turn, so that the table's scan misses no write.
      await database.write(() => expiry.watch(String(input['TableName'])));
      return answer;
    },
  };

  const sweep = async (): Promise<void> => {
    await expiry.sweep();
    await past.forgetOld();
  };
  let closing: Promise<void> | undefined;
  const sweepByItself = async () => {
    try {
      await sweep();
    } catch (error) {
      if (!closing) process.stderr.write(`DynamoDB sweep: ${String(error)}\n`);
    }
  };
  const timer = sweepMs > 0 ? setInterval(() => void sweepByItself(), sweepMs).unref() : undefined;

  return {
    operationOf,
    async respond(request) {
      try {
        const handler = handlers[operationOf(request)];
        if (!handler) throw unsupported(request);
        if (!protocol.isSigned(request)) {
          throw new ServiceError('MissingAuthenticationTokenException', 'Request is missing Authentication Token', {
            from: 'service',
          });
        }
        return answerOf(200, await handler(parse(request.body)));
      } catch (error) {
        if (!isRefusal(error)) throw error;
        return answerOf(error.statusCode, error.body);
      }
    },
    fault: (kind, message = faultMessages[kind]) => protocol.fault(kind, message),
    demandsOf: (request, places) => demandsOf(operationOf(request), readJsonObject(request.body) ?? {}, places),
    sweep,
    async reset() {
      await database.clear();
      settings.forgetAll();
      expiry.forgetAll();
    },
    close() {
      clearInterval(timer);
      closing ??= database.close();
      return closing;
    },
  };
}

function unsupported(request: WireRequest): ServiceError {
  const operation = operationOf(request);
  const why = /Statement|ExecuteTransaction/.test(operation) ? ' (PartiQL)' : '';
  return new ServiceError('UnknownOperationException', `${operation}${why} is not supported by this emulator`, {
    from: 'service',
  });
}

function parse(body: Buffer): Input {
  const input = body.length > 0 ? readJsonObject(body) : undefined;
  if (!input) throw new ServiceError('SerializationException', 'The body is not a JSON object', { from: 'service' });
  return input;
}

function answerOf(status: number, answer: unknown): WireResponse {
  const body = answer === '' ? '' : JSON.stringify(answer);
  return protocol.respond(status, body, {
    'x-amzn-requestid': randomBytes(32).toString('hex').toUpperCase().slice(0, 52),
    'x-amz-crc32': String(crc32(body)),
  });
}
