import { shop, testDeviceRequests } from '../testing/device-requests';
import type { ApiResponse } from '../../local/testing/functions';

const { services, current, ask, run, deliveries, stateOf } = testDeviceRequests();

/** The upstream requests of an undisturbed request in a warm container. */
const requests = [
  'dynamodb Query',
  'dynamodb GetItem', // the session, and the subscription of the device
  'dynamodb GetItem',
  'dynamodb GetItem',
  'dynamodb GetItem', // the link to its shop, the shop and its snapshot
  'dynamodb UpdateItem',
  'dynamodb UpdateItem',
  'dynamodb UpdateItem', // counts what the request costs: for the device, the user and the stage
  'dynamodb Query',
  'dynamodb GetItem', // the device with its lock, and the receipt of an earlier request
  'dynamodb GetItem',
  'dynamodb Query', // the snapshot and the shop's movements: a device that is collected is not returned too
  'dynamodb TransactWriteItems',
  'records POST /k/v1/record.json',
  'sns Publish',
  'dynamodb UpdateItem',
  'dynamodb UpdateItem', // record and staff message run at the same time; each is recorded
  'dynamodb TransactWriteItems',
  'dynamodb UpdateItem',
  'dynamodb DeleteItem', // delivered; the personal part is removed
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
      let published = false;
      services.inject((service) => {
        seen += 1;
        if (seen <= passing) {
          published ||= service === 'sns';
          return 'pass';
        }
        if (seen > passing + 1) return 'down';
        published ||= service === 'sns' && first === 'lost';
        return first;
      });
      const broken = await ask();
      expect([200, 503]).toContain(broken.status);
      services.clearFaults();
      services.clock.advance(61_000); // longer than a claim that its holder could not release
      const retried = await ask();
      expect(retried.status).toBe(200);
      const receiptOf = (response: ApiResponse) =>
        (response.body['request'] as { receiptNumber: string }).receiptNumber;
      if (broken.status === 200) expect(receiptOf(retried)).toBe(receiptOf(broken));
      await run();
      // A staff message that was sent but not recorded is sent again, because SNS cannot be asked.
      const notices = services.sns.published();
      expect(notices.length).toBeLessThanOrEqual(published ? 2 : 1);
      expect(new Set(notices.map((notice) => notice.attributes['requestId'])).size).toBe(1);
      expect(await services.requestRecords()).toHaveLength(1);
      expect(await deliveries()).toEqual([]);
      expect(await stateOf()).toEqual(['delivered', 'delivered']);
    },
  );
});
