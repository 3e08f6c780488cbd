import { createHash } from 'node:crypto';
import { checkInput, wantsFailedItem, type Input } from './check-input';
import type { Context } from './context';
import type { Database } from './database';
import { operations } from './operations';
import { isRefusal, messageOf, missing, nameOf, ServiceError, validationError } from './errors';
import type { StagedStore } from './staged-store';
import { placeOf, storedItem } from './stored-item';
import {
  canceled,
  consumedCapacity,
  readSteps,
  refuseTwice,
  type CancellationReason,
  type Step,
} from './transaction-input';

const kinds = ['ConditionCheck', 'Put', 'Update', 'Delete'] as const;
type Kind = (typeof kinds)[number];

/** How each step is done; a ConditionCheck is run as a Delete that is never written. */
const operationOf = {
  ConditionCheck: 'DeleteItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
} as const satisfies Record<Kind, string>;

/** How long a ClientRequestToken makes a request idempotent. */
const tokenLifetime = 10 * 60 * 1000;
export const tokenPrefix = 'front~token~';
export const isTokenPast = (at: number, now: number): boolean => now - at >= tokenLifetime;

/**
 * TransactWriteItems: every condition is checked against the state before the transaction, a refusal carries the reason
 * of each step, and all steps are written in one batch or none is. Writers run one after another, so a
 * TransactionConflict never happens here. Source:
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
 */
export async function transactWriteItems({ database, clock }: Context, request: Input): Promise<Input> {
  const steps = readSteps(request['TransactItems'], kinds);
  const checked = steps.map((step) => checkStep(step, database));
  const token = tokenOf(request);
  return database.write(async (stage) => {
    const places = await Promise.all(steps.map(({ input }) => placeOf(stage, input).catch(ignoreWrongKey)));
    refuseTwice(places);
    if (token && (await isRepeated(stage, token, clock.now()))) return {};
    const reasons: CancellationReason[] = [];
    const responses: (Input | '')[] = [];
    for (const [index, step] of steps.entries()) {
      try {
        const { kind } = step;
        const on = kind === 'ConditionCheck' ? database.view() : stage;
        const input = { ...checked[index], ReturnConsumedCapacity: request['ReturnConsumedCapacity'] };
        responses.push(await on.run(operations[operationOf[kind]].action, input));
        reasons.push({ Code: 'None' });
      } catch (error) {
        reasons.push(await reasonOf(error, database.view(), step));
      }
    }
    if (reasons.some(({ Code }) => Code !== 'None')) throw canceled(reasons);
    if (token) stage.set(`${tokenPrefix}${token.token}`, { at: clock.now(), request: token.request });
    return consumedCapacity(request['ReturnConsumedCapacity'], steps, responses);
  });
}

function checkStep({ kind, input }: Step<Kind>, database: Database): Input {
  for (const legacy of ['Expected', 'AttributeUpdates', 'ConditionalOperator', 'ReturnValues']) {
    if (input[legacy] != null)
      throw validationError(`TransactItems: ${kind}.${legacy} is not a member of a transaction`);
  }
  const needed = kind === 'ConditionCheck' ? 'ConditionExpression' : kind === 'Update' ? 'UpdateExpression' : undefined;
  if (needed && input[needed] == null) throw missing(needed.charAt(0).toLowerCase() + needed.slice(1));
  wantsFailedItem(input);
  return checkInput(operationOf[kind], input, database.store);
}

/**
 * A wrong key is found when its step runs and then cancels the transaction; a missing table refuses the whole request.
 */
function ignoreWrongKey(error: unknown): undefined {
  if (isRefusal(error) && nameOf(error) === 'ValidationException') return undefined;
  throw error;
}

async function reasonOf(error: unknown, before: StagedStore, { input }: Step<Kind>): Promise<CancellationReason> {
  if (!isRefusal(error)) throw error;
  if (nameOf(error) === 'ValidationException') return { Code: 'ValidationError', Message: messageOf(error) };
  if (nameOf(error) !== 'ConditionalCheckFailedException') throw error;
  const item = wantsFailedItem(input) ? await storedItem(before, input) : undefined;
  return { Code: 'ConditionalCheckFailed', Message: messageOf(error), ...(item && { Item: item }) };
}

interface Token {
  token: string;
  /** Hash of the request's content. */
  request: string;
}

function tokenOf(request: Input): Token | undefined {
  const token = request['ClientRequestToken'];
  if (token == null) return undefined;
  if (typeof token !== 'string' || token.length < 1 || token.length > 36) {
    throw validationError(
      `1 validation error detected: Value ${JSON.stringify(token)} at 'clientRequestToken' failed to satisfy ` +
        'constraint: Member must have length between 1 and 36',
    );
  }
  return { token, request: createHash('sha256').update(JSON.stringify(request['TransactItems'])).digest('base64') };
}

async function isRepeated(stage: StagedStore, { token, request }: Token, now: number): Promise<boolean> {
  const earlier = (await stage.read(`${tokenPrefix}${token}`)) as { at: number; request: string } | undefined;
  if (!earlier || isTokenPast(earlier.at, now)) return false;
  if (earlier.request === request) return true;
  throw new ServiceError(
    'IdempotentParameterMismatchException',
    'The request uses the same client token as a previous, but non-identical request.',
  );
}
