import * as device from '#shared/contract/device';
import { requestDevice } from '../../domain/device-requests/request-device';
import { defineDeviceHandler } from '../../http/define-handler';

export const handler = defineDeviceHandler(device.requestExchange, async ({ caller, body, idempotency }) => {
  const { serialNumber, issues, notes = '', customerId } = body;
  const request = await requestDevice(
    caller,
    { kind: 'exchange', serialNumber, customerId, issues, notes },
    idempotency,
  );
  return { message: '交換リクエストを受け付けました', request };
});
