import type { Attributes, TableRecord } from 'dynalite/db/index.js';
import dynalite from 'dynalite/db/index.js';
import type { Input } from './check-input';
import type { StagedStore } from './staged-store';

/** A table that requests on items may use; rejects with ResourceNotFoundException. */
function tableOf(stage: StagedStore, name: string): Promise<TableRecord> {
  return new Promise((resolve, reject) => {
    stage.getTable(name, (error, table) => (error || !table ? reject(error) : resolve(table)));
  });
}

/**
 * Where the item that an input names (by `Key`, or by `Item` of a put) lies in the database. Throws when its key is
 * wrong.
 */
export async function placeOf(stage: StagedStore, input: Input): Promise<string> {
  const table = await tableOf(stage, String(input['TableName']));
  const item = (input['Item'] ?? input['Key']) as Attributes;
  const wrong = input['Item'] === undefined ? dynalite.validateKey(item, table) : dynalite.validateItem(item, table);
  if (wrong) throw wrong;
  return `item-${table.TableName}~${dynalite.createKey(item, table)}`;
}

/** The item that an input names, as it stands. */
export async function storedItem(stage: StagedStore, input: Input): Promise<Attributes | undefined> {
  return (await stage.read(await placeOf(stage, input))) as Attributes | undefined;
}
