import type { Attributes, TableRecord } from 'dynalite/db/index.js';
import dynalite from 'dynalite/db/index.js';
import type { Input } from './check-input';
import { itemPrefix } from './keys';
import type { StagedStore } from './staged-store';

/** The table, if items of it may be read and written; otherwise rejects with ResourceNotFoundException. */
function tableOf(stage: StagedStore, name: string): Promise<TableRecord> {
  return new Promise((resolve, reject) => {
    stage.getTable(name, (error, table) => (error || !table ? reject(error) : resolve(table)));
  });
}

/** The database key of the item that an input names by `Key` or, for a put, by `Item`. Throws if its key is wrong. */
export async function placeOf(stage: StagedStore, input: Input): Promise<string> {
  const table = await tableOf(stage, String(input['TableName']));
  const item = (input['Item'] ?? input['Key']) as Attributes;
  const wrong = input['Item'] === undefined ? dynalite.validateKey(item, table) : dynalite.validateItem(item, table);
  if (wrong) throw wrong;
  return `${itemPrefix(table.TableName)}${dynalite.createKey(item, table)}`;
}

/** The current state of the item that an input names. */
export async function storedItem(stage: StagedStore, input: Input): Promise<Attributes | undefined> {
  return (await stage.read(await placeOf(stage, input))) as Attributes | undefined;
}
