import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Change } from 'dynalite/db/index.js';
import type { LocalClock, WireRequest, WireResponse } from '../../platform/index';
import { faultMessages, type AwsEmulator } from '../aws';
import { awsJson, readJsonObject } from '../aws-json';
import type { Input } from './check-input';
import { Database } from './database';
import { demandsOf } from './demands';
import { Expiry } from './expiry';
import { isRefusal, ServiceError } from './errors';
import { handlers } from './handlers';
import { keysUnder, tableKey } from './keys';
import { PastItems } from './past-items';
import { AllTableSettings } from './table-settings';

export interface DynamoDbEmulator extends AwsEmulator {
  /**
   * Removes the items whose TTL attribute is in the past by the clock, and what is too old to be restored. Runs by
   * itself every `sweepMs`. Until then an expired item is still read: the real service may take days too. Tests that
   * move the clock call it directly.
   */
  sweep(): Promise<void>;
  /** Lets a later reset leave the tables as they are now, without items and further settings. */
  keepTables(): Promise<void>;
}

export interface DynamoDbOptions {
  clock: LocalClock;
  /** Folder of the tables; undefined keeps them in memory. One process at a time. */
  folder?: string | undefined;
  /** Real milliseconds between two sweeps; 0 sweeps only when told to. @default 1000 */
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
  const context = { database, settings, expiry, past, clock };

  const sweep = async (): Promise<void> => {
    await expiry.sweep();
    await past.forgetOld();
  };
  let kept: Change[] = [];
  let closing: Promise<void> | undefined;
  const sweepOrReport = async () => {
    try {
      await sweep();
    } catch (error) {
      if (!closing) process.stderr.write(`DynamoDB sweep: ${String(error)}\n`);
    }
  };
  const timer = sweepMs > 0 ? setInterval(() => void sweepOrReport(), sweepMs).unref() : undefined;

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
        return toWire(200, await handler(context, parse(request.body)));
      } catch (error) {
        if (!isRefusal(error)) throw error;
        return toWire(error.statusCode, error.body);
      }
    },
    fault: (kind, message = faultMessages[kind]) => protocol.fault(kind, message),
    demandsOf: (request, places) => demandsOf(operationOf(request), readJsonObject(request.body) ?? {}, places),
    sweep,
    async keepTables() {
      kept = [];
      for await (const [key, value] of database.store.db.iterator(keysUnder(tableKey(''))))
        kept.push({ type: 'put', key, value });
    },
    async reset() {
      await database.clear(kept);
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

function toWire(status: number, response: unknown): WireResponse {
  const body = response === '' ? '' : JSON.stringify(response);
  return protocol.respond(status, body, {
    'x-amzn-requestid': `${randomUUID()}${randomUUID()}`.replaceAll('-', '').toUpperCase().slice(0, 52),
    'x-amz-crc32': String(crc32(body)),
  });
}
