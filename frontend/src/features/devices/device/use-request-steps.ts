import { listMovements } from '#shared/contract/movement';
import type { DeviceRequest } from '#shared/model/device';
import { isMoving } from '#shared/model/device-request';
import { isoDayInJapan } from '#shared/model/japan-time';
import { awaitsParcel, hasLeft } from '#shared/model/movement';
import { useCall } from '../../../lib/use-call';
import { useNow } from '../../../lib/use-timeout';
import { nextSteps } from '../../../text/next-steps';

/**
 * What happens next with a return or exchange, with its days: the steps of the movement that it is; undefined for a
 * repair and for what was withdrawn. `reading`: they are not known yet.
 */
export function useRequestSteps(request: DeviceRequest | null, customerId: string | undefined) {
  const asked = request && customerId !== undefined && isMoving(request.kind);
  const { data, error } = useCall(listMovements, asked ? { params: { id: customerId } } : null);
  const today = isoDayInJapan(useNow() / 1000);
  const movement = data?.movements.find(
    ({ receiptNumber, state }) => receiptNumber === request?.receiptNumber && state !== 'withdrawn',
  );
  return {
    steps: movement && nextSteps(movement),
    /** Its owner is asked to say that the devices were sent, which the shop's page takes. */
    sendable: movement && awaitsParcel(movement, today) && !hasLeft(movement),
    error,
    reading: asked === true && !data && !error,
  };
}
