import type { Store } from 'dynalite/db/index.js';
import validations from 'dynalite/validations/index.js';
import { operations, type OperationName } from './operations';
import { validationError } from './errors';

export type Input = Record<string, unknown>;

const onFailure = ['ReturnValuesOnConditionCheckFailure'];
/** Members of the real input that dynalite does not know and the front takes care of, or that change nothing here. */
const alsoKnown: Partial<Record<OperationName, string[]>> = {
  PutItem: onFailure,
  UpdateItem: onFailure,
  DeleteItem: onFailure,
  Scan: ['ConsistentRead'],
  CreateTable: [
    'Tags',
    'DeletionProtectionEnabled',
    'SSESpecification',
    'TableClass',
    'OnDemandThroughput',
    'WarmThroughput',
    'StreamSpecification',
  ],
};

/**
 * Checks an input as the real service does and gives it parsed. dynalite would drop what it does not know without a
 * word; here that is refused by name. The input given is left alone.
 */
export function checkInput(name: OperationName, input: Input, store: Store): Input {
  const { rules } = operations[name];
  const unknown = Object.keys(input).find(
    (member) => input[member] != null && !(member in rules.types) && !alsoKnown[name]?.includes(member),
  );
  if (unknown !== undefined) throw validationError(`${name}.${unknown} is not supported by this emulator`);
  const known = validations.checkTypes(structuredClone(input), rules.types);
  validations.checkValidations(known, rules.types, rules.custom, store);
  return known;
}

/** Whether a failed condition is to answer the item that stands in its way. */
export function wantsFailedItem(input: Input): boolean {
  const wish = input['ReturnValuesOnConditionCheckFailure'];
  if (wish != null && wish !== 'ALL_OLD' && wish !== 'NONE') {
    throw validationError(
      `1 validation error detected: Value ${JSON.stringify(wish)} at 'returnValuesOnConditionCheckFailure' ` +
        'failed to satisfy constraint: ' +
        'Member must satisfy enum value set: [ALL_OLD, NONE]',
    );
  }
  return wish === 'ALL_OLD';
}
