import { checkInput, wantsFailedItem } from './check-input';
import type { Handler } from './context';
import { operations } from './operations';
import { isRefusal, nameOf } from './errors';
import { storedItem } from './stored-item';

/** PutItem, UpdateItem and DeleteItem. Adds the item to a failed condition, which dynalite leaves out. */
export const writeItem =
  (name: 'PutItem' | 'UpdateItem' | 'DeleteItem'): Handler =>
  async ({ database }, input) => {
    const checked = checkInput(name, input, database.store);
    const wanted = wantsFailedItem(input);
    return database.write(async (stage) => {
      try {
        return await stage.run(operations[name].action, checked);
      } catch (error) {
        if (wanted && isRefusal(error) && nameOf(error) === 'ConditionalCheckFailedException') {
          const item = await storedItem(stage, input);
          if (item) error.body['Item'] = item;
        }
        throw error;
      }
    });
  };
