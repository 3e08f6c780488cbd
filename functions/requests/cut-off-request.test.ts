import type { ApiResponse } from '../../local/testing/functions';
import { shop, testDeviceRequests } from '#functions/testing/device-requests';
import { doTasks } from '#functions/testing/task-queue';

const { services, current, ask, later, waiting, stateOf } = testDeviceRequests();

/** The upstream requests of an undisturbed request in a warm container. */
const requests = [
  'dynamodb Query',
  'dynamodb GetItem', // the session, and the subscription of the device
  'dynamodb GetItem',
  'dynamodb BatchGetItem', // the link to its shop, the shop and its snapshot
  'dynamodb UpdateItem',
  'dynamodb UpdateItem',
  'dynamodb UpdateItem',
  'dynamodb UpdateItem', // counts what it costs: for the device, the user, the network and the stage
  'dynamodb Query',
  'dynamodb GetItem', // the device with its lock, and the receipt of an earlier request
  'dynamodb GetItem',
  'dynamodb Query', // the snapshot and the shop's movements: a device that is collected is not returned too
  'dynamodb TransactWriteItems',
  'sqs SendMessageBatch', // the record and the message to the staff
  'dynamodb GetItem', // the request as it was accepted
];

test('an undisturbed request: no more requests upstream than needed', async () => {
  await ask(1);
  services.operations.length = 0;
  await ask(2);
  expect(services.operations.toSorted()).toEqual(requests.toSorted());
});

describe.each(['down', 'lost'] as const)('cut off after some requests, the first of them %s', (first) => {
  test.each(Array.from({ length: requests.length + 1 }, (_, index) => index))(
    'after %i: one receipt, one record, one notice',
    async (passing) => {
      await ask(2); // the container is warm
      await services.startAfresh();
      current.owner = await services.createOwner(shop);
      await services.putDevice('RVZ-1', { subscriptionId: shop.subscriptionId });
      let seen = 0;
      services.inject(() => {
        seen += 1;
        if (seen <= passing) return 'pass';
        return seen > passing + 1 ? 'down' : first;
      });
      const broken = await ask();
      expect([200, 503]).toContain(broken.status);
      services.clearFaults();
      services.clock.advance(61_000);
      const retried = await ask();
      expect(retried.status).toBe(200);
      const receiptOf = (response: ApiResponse) =>
        (response.body['request'] as { receiptNumber: string }).receiptNumber;
      if (broken.status === 200) expect(receiptOf(retried)).toBe(receiptOf(broken));
      await later();
      expect(services.sns.published()).toHaveLength(1);
      expect(await services.requestRecords()).toHaveLength(1);
      expect(await waiting()).toEqual([]);
      expect(await stateOf()).toEqual(['delivered', 'delivered']);
    },
  );
});

describe.each(['down', 'lost'] as const)('the worker is cut off, the first of its requests %s', (first) => {
  test.each([0, 1, 2, 3, 4, 5, 6])('after %i: one record, and at most one message more', async (passing) => {
    await ask(1);
    await doTasks(); // the container is warm
    await ask(2);
    let seen = 0;
    services.inject((service) => {
      if (service === 'sqs') return 'pass';
      seen += 1;
      if (seen <= passing) return 'pass';
      return seen > passing + 1 ? 'down' : first;
    });
    await doTasks().catch(() => undefined);
    services.clearFaults();
    await later();
    expect(await services.requestRecords()).toHaveLength(2);
    // A message that was sent but whose task was not removed is sent again, because SNS cannot be asked.
    const told = services.sns.published().filter(({ message }) => message.includes('RVZ-2'));
    expect([1, 2]).toContain(told.length);
    expect(new Set(told.map(({ attributes }) => attributes['requestId'])).size).toBe(1);
    expect(await waiting()).toEqual([]);
    expect(await stateOf(2)).toEqual(['delivered', 'delivered']);
  });
});
