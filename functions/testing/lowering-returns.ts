import { readShopMovements } from '#functions/movements/movements-table';
import { cancelSubscription } from '#functions/endings/calls';
import { changeQuantities } from '#functions/quantities/calls';
import { returnDevice } from '#functions/requests/calls';
import { startPaymentServices, type ShopOwner } from './payment-services';
import { shipDevices } from './shipped-devices';
import { createSubscribedShop, type SubscribedShop } from './subscribed';
import { testServices } from './test-services';

/** Services of a test file about returns that lower their subscription, with one shop and calls of its owner. */
export function testLoweringReturns() {
  const services = testServices(startPaymentServices);
  const current = {} as { owner: ShopOwner; shop: SubscribedShop };

  /** A shop with so many devices, all of them there; all of one price if it is named. */
  const begin = async (total: number, price?: string): Promise<void> => {
    current.owner = await services.createOwner();
    const wish = price === undefined ? { total } : { others: [{ price, quantity: total }] };
    current.shop = await createSubscribedShop(services, current.owner, wish);
    await shipDevices(current.shop, total);
  };
  const ofSubscription = () => ({ method: 'POST', path: '/api', params: { id: current.shop.subscriptionId } }) as const;
  const lowerTo = (total: number, ...named: string[]) =>
    current.owner.browser.send(changeQuantities, {
      ...ofSubscription(),
      body: { quantities: {}, total, ...(named.length > 0 && { serials: named }) },
    });
  const giveBackOnce = (key: string, serialNumber: string) =>
    current.owner.browser.send(returnDevice, {
      method: 'POST',
      path: '/api',
      headers: { 'idempotency-key': key },
      body: {
        serialNumber,
        stripeSubscriptionId: current.shop.subscriptionId,
        reason: '台数削減',
        alsoReduce: true,
      },
    });
  const end = () => current.owner.browser.send(cancelSubscription, ofSubscription());
  const billed = async (): Promise<number> => {
    const { items } = await services.stripe.subscriptions.retrieve(current.shop.subscriptionId);
    return items.data.reduce((sum, { quantity = 0 }) => sum + quantity, 0);
  };
  /** The shop's collections, each with its cause, its devices and whether it has lowered the subscription. */
  const movements = async (): Promise<string[]> =>
    (await readShopMovements(current.shop.customerId))
      .filter(({ kind }) => kind === 'collect')
      .map(({ cause, serialNumbers, lowers }) => [cause, ...serialNumbers, lowers ?? ''].join(' ').trim())
      .toSorted();

  return { services, current, begin, lowerTo, giveBackOnce, end, billed, movements };
}
