import { clock } from '../../adapters/clock';
import { startRequestServices } from '../../testing/request-services';
import { testServices } from '../../testing/test-services';
import { handler as deliverRequests } from '../../jobs/deliver-requests';
import { returnDevice } from './calls';

const services = testServices(startRequestServices);

test('SNS is slow: the response does not wait, the late result is recorded, nothing is sent twice', async () => {
  // The response waits 4 seconds for the delivery, which is long for a test.
  const { withinTime } = clock;
  jest
    .spyOn(clock, 'withinTime')
    .mockImplementation((work, milliseconds, otherwise) => withinTime(work, milliseconds / 20, otherwise));
  const owner = await services.createOwner({ customerId: 'cus_1', subscriptionId: 'sub_1' });
  await services.putDevice('RVZ-1', { subscriptionId: 'sub_1' });
  const respond = services.sns.respond.bind(services.sns);
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  jest.spyOn(services.sns, 'respond').mockImplementation(async (request) => {
    await held;
    return respond(request);
  });
  const response = await owner.post(returnDevice, {
    serialNumber: 'RVZ-1',
    stripeSubscriptionId: 'sub_1',
    reason: 'その他',
  });
  expect(response).toMatchObject({ status: 200, body: { request: { state: 'accepted' } } });
  // The schedule runs during the delivery: it leaves the claimed request alone.
  expect(await deliverRequests({}, { getRemainingTimeInMillis: () => 300_000 })).toEqual({
    delivered: 0,
    waiting: 0,
    parked: 0,
  });
  letGo();
  for (let look = 0; look < 200 && (await services.items('DELIVERIES')).length > 0; look += 1)
    await new Promise(setImmediate);
  expect(await services.items('DELIVERIES')).toEqual([]);
  services.clock.advance(60_000);
  expect(await deliverRequests({}, { getRemainingTimeInMillis: () => 300_000 })).toEqual({
    delivered: 0,
    waiting: 0,
    parked: 0,
  });
  expect(services.sns.published()).toHaveLength(1);
  expect(await services.requestRecords()).toHaveLength(1);
});
