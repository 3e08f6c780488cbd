import { listMovements } from '#shared/contract/movement';
import type { DeviceRequest } from '#shared/model/device';
import { isMoving } from '#shared/model/device-request';
import { isSendable } from '#shared/model/movement';
import { useCall } from '../../../lib/use-call';
import { nextSteps } from '../../../text/next-steps';

/**
 * What happens next with a return or exchange, with its days: the steps of the movement that it is; undefined for a
 * repair and for what was withdrawn. `reading`: they are not known yet.
 */
export function useRequestSteps(request: DeviceRequest | null, customerId: string | undefined) {
  const asked = request && customerId !== undefined && isMoving(request.kind);
  const { data, error } = useCall(listMovements, asked ? { params: { id: customerId } } : null);
  const movement = data?.movements.find(
    ({ receiptNumber, state }) => receiptNumber === request?.receiptNumber && state !== 'withdrawn',
  );
  return {
    steps: movement && nextSteps(movement),
    sendable: movement && isSendable(movement),
    error,
    reading: asked === true && !data && !error,
  };
}
