import type { FactService } from '../../../platform/facts';
import { openSandbox, type TableSandbox } from './dynamodb-sandbox';
import { itemFacts } from './item-facts';
import { limitFacts } from './limit-facts';
import { restoreFacts } from './restore-facts';
import { writeFacts } from './write-facts';

/** What the product assumes about DynamoDB. */
export const dynamodbFacts: FactService<TableSandbox> = {
  name: 'dynamodb',
  facts: [...writeFacts, ...limitFacts, ...itemFacts, ...restoreFacts],
  open: async (environment) => openSandbox(environment),
};
