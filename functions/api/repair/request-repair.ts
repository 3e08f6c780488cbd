import * as repair from '#shared/contract/repair';
import { requestDevice } from '../../domain/device-requests/request-device';
import { identifySubmit } from '../../domain/store/submit-key';
import { defineDeviceHandler } from '../../http/define-device-handler';

export const handler = defineDeviceHandler(repair.requestRepair, async ({ caller, body, headers }) => {
  const { serialNumber, issues, additionalInfo } = body;
  const request = await requestDevice(
    caller,
    { kind: 'repair', serialNumber, issues, notes: additionalInfo },
    identifySubmit(repair.requestRepair.name, body, headers['idempotency-key']),
  );
  // Spec 8, Repair.
  return { message: '修理申請を受け付けました', request };
});
