import * as device from '#shared/contract/device';
import { requestDevice } from '../../domain/device-requests/request-device';
import { returnAndLower } from '../../domain/device-requests/return-device';
import { defineDeviceHandler } from '../../http/define-handler';

export const handler = defineDeviceHandler(device.returnDevice, async ({ caller, body, idempotency }) => {
  const { serialNumber, stripeSubscriptionId: subscriptionId, reason, additionalInfo: notes = '', alsoReduce } = body;
  const accept = alsoReduce ? returnAndLower : requestDevice;
  const request = await accept(caller, { kind: 'return', serialNumber, subscriptionId, reason, notes }, idempotency);
  return { message: '返却の申請を受け付けました', request };
});
