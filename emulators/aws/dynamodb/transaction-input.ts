import type { Input } from './check-input';
import { ServiceError, validationError } from './errors';

/**
 * Most items of one transaction
 * (https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html).
 */
const mostItems = 100;

const constraint = (value: string, rule: string) =>
  validationError(
    `1 validation error detected: Value ${value} at 'transactItems' failed to satisfy constraint: Member must ${rule}`,
  );

/** The one operation of a member of `TransactItems`, and its input. */
export interface Step<Kind extends string> {
  kind: Kind;
  input: Input;
}

/** Reads `TransactItems`: 1 to 100 members, each with exactly one of the operations `kinds`. */
export function readSteps<Kind extends string>(items: unknown, kinds: readonly Kind[]): Step<Kind>[] {
  if (items == null) throw constraint('null', 'not be null');
  if (!Array.isArray(items))
    throw new ServiceError('SerializationException', 'Unexpected field type', { from: 'service' });
  if (items.length === 0) throw constraint("'[]'", 'have length greater than or equal to 1');
  if (items.length > mostItems)
    throw constraint(`'[${items.length} members]'`, `have length less than or equal to ${mostItems}`);
  return items.map((item: Record<string, Input | undefined>) => {
    const given = Object.keys(item).filter((kind) => item[kind] != null);
    const kind = kinds.find((known) => known === given[0]);
    const input = kind && item[kind];
    if (given.length !== 1 || !kind || !input)
      throw validationError(`TransactItems can only contain one of ${kinds.join(', ')}`);
    return { kind, input };
  });
}

/** Throws if two steps name the same item. `places` are the items' database keys; undefined if a key was wrong. */
export function refuseTwice(places: (string | undefined)[]): void {
  const named = places.filter((place) => place !== undefined);
  if (new Set(named).size !== named.length)
    throw validationError('Transaction request cannot include multiple operations on one item');
}

/** Why one step was refused; `None` if it was not. */
export interface CancellationReason {
  Code: string;
  Message?: string;
  Item?: unknown;
}

export function canceled(reasons: CancellationReason[]): ServiceError {
  const codes = reasons.map(({ Code }) => Code).join(', ');
  return new ServiceError(
    'TransactionCanceledException',
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
    { details: { CancellationReasons: reasons } },
  );
}

/** Consumed capacity by table, twice that of single operations; empty if the request does not ask for it. */
export function consumedCapacity(
  asked: unknown,
  steps: Step<string>[],
  responses: (Input | '')[],
): { ConsumedCapacity?: Input[] } {
  if (asked !== 'TOTAL' && asked !== 'INDEXES') return {};
  const units = new Map<string, number>();
  for (const [index, response] of responses.entries()) {
    const table = String(steps[index]?.input['TableName']);
    const consumed =
      response === '' ? undefined : (response['ConsumedCapacity'] as { CapacityUnits?: number } | undefined);
    units.set(table, (units.get(table) ?? 0) + 2 * (consumed?.CapacityUnits ?? 0));
  }
  return { ConsumedCapacity: Array.from(units, ([TableName, CapacityUnits]) => ({ TableName, CapacityUnits })) };
}
