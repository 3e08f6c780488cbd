import { checkInput, type Input, wantsFailedItem } from './check-input';
import type { Context, Handler } from './context';
import { describeContinuousBackups, updateContinuousBackups } from './continuous-backups';
import { executeStatement } from './execute-statement';
import { isRefusal, missing, nameOf, validationError } from './errors';
import { type OperationName, operations } from './operations';
import { restoreTable } from './restore-table';
import { storedItem } from './stored-item';
import { existing, settingsKey } from './table-settings';
import { createTable, deleteTable, describeTable, updateTable } from './tables';
import { transactWriteItems } from './transact-write-items';

/** PutItem, UpdateItem and DeleteItem. Adds the item to a failed condition, which dynalite leaves out. */
const writeItem =
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

/** UpdateTimeToLive; the attribute holds unix seconds. */
async function updateTimeToLive({ database, settings, expiry }: Context, input: Input): Promise<Input> {
  const table = String(input['TableName']);
  const specification = input['TimeToLiveSpecification'] as { AttributeName?: string; Enabled?: boolean } | undefined;
  const attribute = specification?.AttributeName;
  const enabled = specification?.Enabled;
  if (!attribute || typeof enabled !== 'boolean') throw missing('timeToLiveSpecification');
  await database.write(async (stage) => {
    await existing(database, table);
    const { timeToLiveAttribute, ...others } = settings.of(table);
    if (enabled && timeToLiveAttribute === attribute) throw validationError('TimeToLive is already enabled');
    if (!enabled && timeToLiveAttribute === undefined) throw validationError('TimeToLive is already disabled');
    if (timeToLiveAttribute !== undefined && timeToLiveAttribute !== attribute) {
      throw validationError(
        `TimeToLive is active on a different AttributeName: current AttributeName is ${timeToLiveAttribute}`,
      );
    }
    stage.set(settingsKey(table), { ...others, ...(enabled && { timeToLiveAttribute: attribute }) });
  });
  // Inside the writer's turn, so that the table's scan misses no write.
  await database.write(() => expiry.watch(table));
  return { TimeToLiveSpecification: { AttributeName: attribute, Enabled: enabled } };
}

async function describeTimeToLive({ database, settings }: Context, input: Input): Promise<Input> {
  const table = String(input['TableName']);
  await existing(database, table);
  const attribute = settings.of(table).timeToLiveAttribute;
  return {
    TimeToLiveDescription: attribute
      ? { TimeToLiveStatus: 'ENABLED', AttributeName: attribute }
      : { TimeToLiveStatus: 'DISABLED' },
  };
}

/** dynalite's own operation on a view of the database. */
const read =
  (name: OperationName): Handler =>
  async ({ database }, input) =>
    database.view().run(operations[name].action, checkInput(name, input, database.store));

/** dynalite's own operation on the whole database, which reads it by iterators. */
const query =
  (name: 'Query' | 'Scan' | 'ListTables'): Handler =>
  ({ database }, input) =>
    new Promise((resolve, reject) => {
      const checked = checkInput(name, input, database.store);
      operations[name].action(database.store, checked, (error, response) =>
        error ? reject(error) : resolve(response as Input),
      );
    });

/** All supported operations by name. */
export const handlers: Readonly<Record<string, Handler>> = {
  BatchGetItem: read('BatchGetItem'),
  CreateTable: createTable,
  DeleteItem: writeItem('DeleteItem'),
  DeleteTable: deleteTable,
  DescribeContinuousBackups: describeContinuousBackups,
  DescribeTable: describeTable,
  DescribeTimeToLive: describeTimeToLive,
  ExecuteStatement: executeStatement,
  GetItem: read('GetItem'),
  ListTables: query('ListTables'),
  PutItem: writeItem('PutItem'),
  Query: query('Query'),
  RestoreTableToPointInTime: restoreTable,
  Scan: query('Scan'),
  TransactWriteItems: transactWriteItems,
  UpdateContinuousBackups: updateContinuousBackups,
  UpdateItem: writeItem('UpdateItem'),
  UpdateTable: updateTable,
  UpdateTimeToLive: updateTimeToLive,
};
