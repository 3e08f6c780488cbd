/** Key of an item; both tables have the same two attributes. */
export interface Key {
  pk: string;
  sk: string;
}

/**
 * The condition of a write, in DynamoDB's expression language. `values` without the colon: `{ now }` is `:now`. `#name`
 * stands for the attribute `name`, for words that DynamoDB reserves.
 */
export interface Condition {
  if?: string;
  values?: Readonly<Record<string, unknown>>;
}

/** An update. `set` has fields with their values; undefined ones are left out. */
export interface Change extends Condition {
  set?: object;
  /** Further assignments: `tries = tries + :one`. */
  assign?: readonly string[];
  remove?: readonly string[];
  /** Members to remove from sets: `hashes :one`. */
  takeFromSets?: readonly string[];
}

/** Conditions that several writes use. */
export const isNew = { if: 'attribute_not_exists(pk)' } as const satisfies Condition;
export const exists = { if: 'attribute_exists(pk)' } as const satisfies Condition;

const namesIn = (expressions: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    [...expressions.join(' ').matchAll(/#(\w+)/g)].map(([placeholder, name = '']) => [placeholder, name]),
  );

/** Names and values of expressions in DynamoDB's form; DynamoDB refuses empty ones. */
const namesAndValues = (
  expressions: readonly string[],
  values: Readonly<Record<string, unknown>> = {},
): { ExpressionAttributeNames?: Record<string, string>; ExpressionAttributeValues?: Record<string, unknown> } => {
  const names = namesIn(expressions);
  const entries = Object.entries(values).map(([name, value]) => [`:${name}`, value] as const);
  return {
    ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
    ...(entries.length > 0 && { ExpressionAttributeValues: Object.fromEntries(entries) }),
  };
};

/** The condition of a put, delete or check in DynamoDB's form. */
export const conditionOf = ({ if: expression, values }: Condition) =>
  expression === undefined ? {} : { ConditionExpression: expression, ...namesAndValues([expression], values) };

/** An update with its condition in DynamoDB's form. */
export function updateOf({ set = {}, assign = [], remove = [], takeFromSets = [], if: condition, values }: Change) {
  const fields = Object.entries(set).filter(([, value]) => value !== undefined);
  const assignments = [...fields.map(([name]) => `#${name} = :set_${name}`), ...assign];
  const update = [
    ...(assignments.length > 0 ? [`SET ${assignments.join(', ')}`] : []),
    ...(remove.length > 0 ? [`REMOVE ${remove.map((name) => `#${name}`).join(', ')}`] : []),
    ...(takeFromSets.length > 0 ? [`DELETE ${takeFromSets.join(', ')}`] : []),
  ].join(' ');
  return {
    UpdateExpression: update,
    ...(condition !== undefined && { ConditionExpression: condition }),
    ...namesAndValues([update, condition ?? ''], {
      ...values,
      ...Object.fromEntries(fields.map(([name, value]) => [`set_${name}`, value])),
    }),
  };
}
