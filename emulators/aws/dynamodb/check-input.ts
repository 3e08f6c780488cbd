import type { Store } from 'dynalite/db/index.js';
import validations from 'dynalite/validations/index.js';
import { operations, type OperationName } from './operations';
import { copyJson } from './keys';
import './keep-parsed';
import { validationError } from './errors';

export type Input = Record<string, unknown>;

const onFailure = ['ReturnValuesOnConditionCheckFailure'];
/**
 * Members of the real input that dynalite does not know: this emulator handles them itself, or they change nothing
 * here.
 */
const alsoKnown: Partial<Record<OperationName, string[]>> = {
  PutItem: onFailure,
  UpdateItem: onFailure,
  DeleteItem: onFailure,
  Scan: ['ConsistentRead'],
};

/**
 * Checks an input as the real service does and returns it parsed; `input` itself is not changed. dynalite silently
 * drops members it does not know, so they are refused here by name.
 */
export function checkInput(name: OperationName, input: Input, store: Store): Input {
  const { rules } = operations[name];
  const unknown = Object.keys(input).find(
    (member) => input[member] != null && !(member in rules.types) && !alsoKnown[name]?.includes(member),
  );
  if (unknown !== undefined) throw validationError(`${name}.${unknown} is not supported by this emulator`);
  const known = validations.checkTypes(copyJson(input), rules.types);
  validations.checkValidations(known, rules.types, rules.custom, store);
  return known;
}

/** Whether the error of a failed condition returns the item as it was. */
export function wantsFailedItem(input: Input): boolean {
  const returned = input['ReturnValuesOnConditionCheckFailure'];
  if (returned != null && returned !== 'ALL_OLD' && returned !== 'NONE') {
    throw validationError(
      `1 validation error detected: Value ${JSON.stringify(returned)} at 'returnValuesOnConditionCheckFailure' ` +
        'failed to satisfy constraint: Member must satisfy enum value set: [ALL_OLD, NONE]',
    );
  }
  return returned === 'ALL_OLD';
}
