import { clock } from '../../adapters/clock';
import { removeDelivery, type DeliveryItem, type MovementNews } from '../../adapters/devices-table/deliveries';
import { markRecorded, readMovement } from '../../adapters/devices-table/movements';
import { addRequestRecord } from '../../adapters/records/add-request';
import { tellStaffOnce } from '../../adapters/sns/tell-staff';
import { logger } from '../../runtime/logger';
import { endRequestOf } from '../movements/request-states';
import { deliver, type DeliveryOptions } from './deliver-request';
import { movementMessage, movementRecord } from './movement-words';

/**
 * Tells the staff of a movement, or of its change, by a claimed delivery: by its record, which is added once and never
 * overwritten, and by a message. Frees the device of a return or exchange that was withdrawn. Returns whether all was
 * done.
 */
export async function deliverMovement(
  delivery: DeliveryItem,
  news: MovementNews,
  options: DeliveryOptions,
): Promise<boolean> {
  const movement = await readMovement(news);
  if (!movement) {
    logger.error('a delivery has no movement', { deviceRequest: delivery.requestId });
    await removeDelivery(delivery);
    return false;
  }
  return deliver(
    delivery,
    {
      receiptNumber: movement.receiptNumber,
      record: (until) => addRequestRecord(movementRecord(movement, news.shop), { until }),
      message: (until) => tellStaffOnce(movementMessage(movement, news), until),
      async finish() {
        if (news.change === 'withdrawn') await endRequestOf(movement, 'cancelled');
        await markRecorded(movement, clock.seconds());
        await removeDelivery(delivery);
      },
    },
    options,
  );
}
