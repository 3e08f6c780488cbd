import batchGetItem from 'dynalite/actions/batchGetItem.js';
import createTable from 'dynalite/actions/createTable.js';
import deleteItem from 'dynalite/actions/deleteItem.js';
import deleteTable from 'dynalite/actions/deleteTable.js';
import describeTable from 'dynalite/actions/describeTable.js';
import getItem from 'dynalite/actions/getItem.js';
import listTables from 'dynalite/actions/listTables.js';
import putItem from 'dynalite/actions/putItem.js';
import query from 'dynalite/actions/query.js';
import scan from 'dynalite/actions/scan.js';
import updateItem from 'dynalite/actions/updateItem.js';
import batchGetItemRules from 'dynalite/validations/batchGetItem.js';
import createTableRules from 'dynalite/validations/createTable.js';
import deleteItemRules from 'dynalite/validations/deleteItem.js';
import deleteTableRules from 'dynalite/validations/deleteTable.js';
import describeTableRules from 'dynalite/validations/describeTable.js';
import getItemRules from 'dynalite/validations/getItem.js';
import listTablesRules from 'dynalite/validations/listTables.js';
import putItemRules from 'dynalite/validations/putItem.js';
import queryRules from 'dynalite/validations/query.js';
import scanRules from 'dynalite/validations/scan.js';
import updateItemRules from 'dynalite/validations/updateItem.js';

/** The operations that dynalite implements: its input rules and its action for each. */
export const operations = {
  BatchGetItem: { action: batchGetItem, rules: batchGetItemRules },
  CreateTable: { action: createTable, rules: createTableRules },
  DeleteItem: { action: deleteItem, rules: deleteItemRules },
  DeleteTable: { action: deleteTable, rules: deleteTableRules },
  DescribeTable: { action: describeTable, rules: describeTableRules },
  GetItem: { action: getItem, rules: getItemRules },
  ListTables: { action: listTables, rules: listTablesRules },
  PutItem: { action: putItem, rules: putItemRules },
  Query: { action: query, rules: queryRules },
  Scan: { action: scan, rules: scanRules },
  UpdateItem: { action: updateItem, rules: updateItemRules },
} as const;

export type OperationName = keyof typeof operations;
