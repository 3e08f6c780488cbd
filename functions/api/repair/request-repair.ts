import * as repair from '#shared/contract/repair';
import { requestDevice } from '../../domain/device-requests/request-device';
import { defineDeviceHandler } from '../../http/define-device-handler';

export const handler = defineDeviceHandler(repair.requestRepair, async ({ caller, body, idempotency }) => {
  const { serialNumber, issues, additionalInfo } = body;
  const request = await requestDevice(
    caller,
    { kind: 'repair', serialNumber, issues, notes: additionalInfo },
    idempotency,
  );
  return { message: '修理申請を受け付けました', request };
});
