import { checkInput, type Input } from './check-input';
import type { Handler } from './context';
import { describeContinuousBackups, updateContinuousBackups } from './continuous-backups';
import { operations, type OperationName } from './operations';
import { restoreTable } from './restore-table';
import { createTable, deleteTable, describeTable, updateTable } from './tables';
import { describeTimeToLive, updateTimeToLive } from './time-to-live';
import { transactWriteItems } from './transact-write-items';
import { writeItem } from './write-item';

/** dynalite's own operation on a view of the database. */
const read =
  (name: OperationName): Handler =>
  async ({ database }, input) =>
    database.view().run(operations[name].action, checkInput(name, input, database.store));

/** dynalite's own operation on the whole database, which reads it by iterators. */
const query =
  (name: 'Query' | 'Scan' | 'ListTables' | 'ListTagsOfResource'): Handler =>
  ({ database }, input) =>
    new Promise((resolve, reject) => {
      const checked = checkInput(name, input, database.store);
      operations[name].action(database.store, checked, (error, response) =>
        error ? reject(error) : resolve(response as Input),
      );
    });

/** dynalite's own operation, its changes written as one batch. */
const write =
  (name: OperationName): Handler =>
  async ({ database }, input) => {
    const checked = checkInput(name, input, database.store);
    return database.write((stage) => stage.run(operations[name].action, checked));
  };

/** All supported operations by name. */
export const handlers: Readonly<Record<string, Handler>> = {
  BatchGetItem: read('BatchGetItem'),
  BatchWriteItem: write('BatchWriteItem'),
  CreateTable: createTable,
  DeleteItem: writeItem('DeleteItem'),
  DeleteTable: deleteTable,
  DescribeContinuousBackups: describeContinuousBackups,
  DescribeTable: describeTable,
  DescribeTimeToLive: describeTimeToLive,
  GetItem: read('GetItem'),
  ListTables: query('ListTables'),
  ListTagsOfResource: query('ListTagsOfResource'),
  PutItem: writeItem('PutItem'),
  Query: query('Query'),
  RestoreTableToPointInTime: restoreTable,
  Scan: query('Scan'),
  TagResource: write('TagResource'),
  TransactWriteItems: transactWriteItems,
  UntagResource: write('UntagResource'),
  UpdateContinuousBackups: updateContinuousBackups,
  UpdateItem: writeItem('UpdateItem'),
  UpdateTable: updateTable,
  UpdateTimeToLive: updateTimeToLive,
};
