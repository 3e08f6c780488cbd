import { StillClock } from '../../../emulators/platform/index';
import { createDynamoDbEmulator } from '../../../emulators/aws/index';
import { createTable, startServices } from '../../../local/testing/functions';
import { testServices } from '#functions/testing/test-services';
import { clock } from '#functions/platform/clock';
import { getItems } from './batch';
import { putItem } from './items';

const table = 'batches';
const services = testServices(async () => {
  const dynamodb = await createDynamoDbEmulator({ clock: new StillClock(Date.UTC(2027, 0, 15)), sweepMs: 0 });
  const { close, ...started } = await startServices({ dynamodb });
  return {
    ...started,
    startAfresh: async () => {
      started.clearFaults();
      await dynamodb.reset();
      await createTable('USERS_TABLE', table);
    },
    close: async () => {
      await close();
      await dynamodb.close();
    },
  };
});
let pauses: number[] = [];
beforeEach(() => {
  pauses = [];
  jest.spyOn(clock, 'wait').mockImplementation(async (milliseconds) => void pauses.push(milliseconds));
});
afterEach(() => void jest.restoreAllMocks());

const itemsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ pk: 'a', sk: String(index).padStart(3, '0'), text: `${index}` }));
const store = (count: number) =>
  Promise.all(itemsOf(count).map(({ pk, sk, text }) => putItem(table, { pk, sk }, { text })));
const inOrder = <T extends { sk: string }>(items: readonly T[]): T[] =>
  items.toSorted((one, other) => (one.sk < other.sk ? -1 : 1));
const requests = (operation: string) => services.operations.filter((one) => one === `dynamodb ${operation}`).length;
/** Half of every batch is left out, from now on. */
const leaveHalfOut = () => {
  services.operations.length = 0;
  services.inject((_service, operation) => (operation.startsWith('Batch') ? 'partial' : 'pass'));
};

test('DynamoDB leaves reads of a batch out: every item comes once, and each request is consistent', async () => {
  await store(60);
  leaveHalfOut();
  const bodies: string[] = [];
  services.inject((_service, operation, { body }) => {
    if (operation !== 'BatchGetItem') return 'pass';
    bodies.push(body.toString());
    return 'partial';
  });
  const keys = itemsOf(61).map(({ pk, sk }) => ({ pk, sk }));
  expect(inOrder(await getItems<{ sk: string }>(table, keys))).toEqual(itemsOf(60));
  expect(requests('BatchGetItem')).toBe(6);
  expect(bodies.filter((body) => !body.includes('"ConsistentRead":true'))).toEqual([]);
});

test('DynamoDB still leaves items out after six requests: an outage, said at once', async () => {
  await store(100);
  leaveHalfOut();
  const keys = itemsOf(100).map(({ pk, sk }) => ({ pk, sk }));
  await expect(getItems(table, keys)).rejects.toMatchObject({ name: 'ProvisionedThroughputExceededException' });
  expect(requests('BatchGetItem')).toBe(6);
  expect(pauses).toEqual([50, 100, 200, 400, 800]);
});
