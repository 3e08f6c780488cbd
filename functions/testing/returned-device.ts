import { movementWrite } from '../adapters/devices-table/movements';
import { writeAll } from '../adapters/dynamodb/transaction';
import { movementOf } from '../domain/device-requests/request-movement';
import type { PaymentServices, ShopOwner } from './payment-services';
import type { SubscribedShop } from './subscribed-shop';

/** Puts one device of a shop on its way back, to rent one fewer: the movement `request-1`. */
export async function returnDevice({ clock }: PaymentServices, owner: ShopOwner, shop: SubscribedShop): Promise<void> {
  const request = {
    requestId: 'request-1',
    receiptNumber: 'R-20270115-AAAAA',
    state: 'delivered',
    kind: 'return',
    serialNumber: 'RVZ-1',
    requestedAt: clock.now() / 1000,
    userId: owner.userId,
    notes: '',
    shop: { name: '', address: '', phone: '' },
    ...shop,
  } as const;
  const movement = movementOf(request, true);
  if (movement) await writeAll([movementWrite(movement)]);
}
