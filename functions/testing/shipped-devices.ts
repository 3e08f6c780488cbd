import { putDevice } from '#functions/mirror/mirror-table';
import { readShopMovements } from '#functions/movements/movements-table';
import { applyMovements } from '#functions/movements/advance';
import type { SubscribedShop } from './subscribed';

/** The staff move every movement of a shop on. */
export async function moveAll(customerId: string, stage: '輸送中' | '到着' | '完了'): Promise<void> {
  const movements = await readShopMovements(customerId);
  await applyMovements(movements.map(({ movementId: requestId }) => ({ requestId, stage })));
}

/** The first devices of a subscription, RVZ-1 and on, are there, and their shipment is closed. */
export async function shipDevices({ customerId, subscriptionId }: SubscribedShop, count: number): Promise<void> {
  for (let nth = 1; nth <= count; nth += 1)
    await putDevice(
      {
        serialNumber: `RVZ-${nth}`,
        recordId: nth,
        revision: 1,
        status: '出荷',
        statusUpdatedAt: null,
        deviceCategory: 'サブスク',
        subscriptionRentalAvailability: null,
        subscriptionId,
      },
      undefined,
    );
  await moveAll(customerId, '完了');
}
