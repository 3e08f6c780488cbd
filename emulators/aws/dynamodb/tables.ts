import type { TableRecord } from 'dynalite/db/index.js';
import { checkInput, type Input } from './check-input';
import type { Context } from './context';
import { validationError } from './errors';
import { tableKey } from './keys';
import { operations } from './operations';
import { existing, settingsKey } from './table-settings';

/** CreateTable returns `CREATING`, as the real service does, but the table can be used at once. */
export async function createTable({ database }: Context, input: Input): Promise<Input> {
  const checked = checkInput('CreateTable', input, database.store);
  const name = String(checked['TableName']);
  return database.write(async (stage) => {
    const response = structuredClone(await stage.run(operations.CreateTable.action, checked)) as Input;
    const record = (await stage.read(tableKey(name))) as TableRecord;
    for (const index of record.GlobalSecondaryIndexes ?? []) index.IndexStatus = 'ACTIVE';
    stage.set(tableKey(name), { ...record, TableStatus: 'ACTIVE' });
    return response;
  });
}

/** DeleteTable returns `DELETING`, but the table, its items and its past are already gone. */
export async function deleteTable({ database, settings, past }: Context, input: Input): Promise<Input> {
  const checked = checkInput('DeleteTable', input, database.store);
  const name = String(checked['TableName']);
  return database.write(async (stage) => {
    await existing(database, name);
    if (settings.of(name).deletionProtection) {
      throw validationError(
        'Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection first.',
      );
    }
    const response = structuredClone(await stage.run(operations.DeleteTable.action, checked)) as Input;
    stage.remove(tableKey(name));
    stage.remove(settingsKey(name));
    await past.forget(stage, name);
    return response;
  });
}

/** UpdateTable changes only deletion protection: indexes are created with the table, and no throughput is kept here. */
export async function updateTable({ database, settings }: Context, input: Input): Promise<Input> {
  const other = Object.keys(input).find(
    (member) => input[member] != null && member !== 'TableName' && member !== 'DeletionProtectionEnabled',
  );
  if (other !== undefined) throw validationError(`UpdateTable.${other} is not supported by this emulator`);
  const name = String(input['TableName']);
  return database.write(async (stage) => {
    const record = await existing(database, name);
    const deletionProtection = input['DeletionProtectionEnabled'] === true;
    stage.set(settingsKey(name), { ...settings.of(name), deletionProtection });
    return { TableDescription: { ...record, DeletionProtectionEnabled: deletionProtection } };
  });
}

export async function describeTable({ database, settings }: Context, input: Input): Promise<Input> {
  const record = await existing(database, String(checkInput('DescribeTable', input, database.store)['TableName']));
  return { Table: { ...record, DeletionProtectionEnabled: settings.of(record.TableName).deletionProtection ?? false } };
}
