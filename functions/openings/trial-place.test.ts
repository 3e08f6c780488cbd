import { createShopWithSubscription } from './calls';
import { startPaymentServices, subscribedBody } from '#functions/testing/payment-services';
import { testServices } from '#functions/testing/test-services';
import { waitingTasks } from '#functions/testing/task-queue';

const services = testServices(startPaymentServices);

/** Opens a shop with a trial at an address; returns its customer. */
async function open(line1?: string) {
  const owner = await services.createOwner();
  const given = subscribedBody();
  const { storeData } = given;
  const address = { ...storeData.shippingAddress, ...(line1 !== undefined && { line1 }) };
  const body = { ...given, storeData: { ...storeData, shippingAddress: address } };
  const response = await owner.browser.post(createShopWithSubscription, body);
  expect(response.status).toBe(200);
  return { owner, customerId: String(response.body['customerId']) };
}
const told = async () =>
  (await waitingTasks()).flatMap(({ kind, body }) =>
    kind === 'tell-staff' && (body as { subject: string }).subject === 'Second trial of a place'
      ? [(body as { text: string }).text]
      : [],
  );

test('a second trial of a place, by another account and written otherwise: the staff are told, once', async () => {
  const first = await open('港区南青山１−１−１');
  expect(await told()).toEqual([]);
  const second = await open('港区 南青山 1-1-1');
  const [text, ...more] = await told();
  expect(more).toEqual([]);
  expect(text).toContain(`顧客ID: ${second.customerId}\n以前の顧客ID: ${first.customerId}`);
  await open('港区南青山2-2-2');
  expect(await told()).toHaveLength(1);
});

test('after a year the place is new again', async () => {
  await open();
  services.clock.advance(366 * 86_400_000);
  await open();
  expect(await told()).toEqual([]);
});
