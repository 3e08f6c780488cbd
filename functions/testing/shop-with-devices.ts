import { leftToMove, isOpen } from '#shared/model/movement';
import { cancelSubscription } from '#functions/endings/calls';
import { type MovementItem, readShopMovements } from '#functions/movements/movements-table';
import { requestExchange, returnDevice } from '#functions/requests/calls';
import { startPaymentServices, type ShopOwner } from './payment-services';
import { staffRecords } from './staff-records';
import { createSubscribedShop, type SubscribedShop } from './subscribed';
import { testServices } from './test-services';

/** Services of a test file about a shop whose devices, RVZ-1 and RVZ-2, are there, with calls of its owner. */
export function testShopWithDevices() {
  const services = testServices(() => startPaymentServices({}, { records: true }));
  const staff = staffRecords(services);
  const current = {} as { owner: ShopOwner; shop: SubscribedShop };

  beforeEach(async () => {
    current.owner = await services.createOwner();
    current.shop = await createSubscribedShop(services, current.owner, { total: 2 });
    for (const serial of ['RVZ-1', 'RVZ-2']) await staff.enter(serial, current.shop.subscriptionId);
    await staff.settle();
    for (const { movementId } of await readShopMovements(current.shop.customerId))
      await staff.setStage(movementId, '完了');
    await staff.settle();
  });

  const giveBack = (serialNumber = 'RVZ-1', more: object = {}) =>
    current.owner.browser.post(returnDevice, {
      serialNumber,
      stripeSubscriptionId: current.shop.subscriptionId,
      reason: 'その他',
      ...more,
    });
  const exchange = (serialNumber = 'RVZ-1') =>
    current.owner.browser.post(requestExchange, {
      serialNumber,
      customerId: current.shop.customerId,
      issues: ['異音がする'],
    });
  const send = (call: typeof cancelSubscription, id: string) =>
    current.owner.browser.send(call, { method: 'POST', path: '/api', params: { id } });
  const end = () => send(cancelSubscription, current.shop.subscriptionId);
  const opened = async (): Promise<MovementItem[]> => (await readShopMovements(current.shop.customerId)).filter(isOpen);
  /** Each open movement: its cause, its count and the devices that it still moves. */
  const words = async (): Promise<string[]> =>
    (await opened()).map((one) => [one.cause, one.count, ...leftToMove(one)].join(' ')).toSorted();

  return { services, ...staff, current, giveBack, exchange, send, end, opened, words };
}
