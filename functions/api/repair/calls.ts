import * as repair from '#shared/contract/repair';
import * as repairs from '../../domain/devices/list-devices';
import { requestDevice } from '../../domain/device-requests/request-device';
import { defineDeviceHandler } from '../../http/define-handler';

export const listRepairs = defineDeviceHandler(repair.listRepairs, ({ params }) => repairs.listRepairs(params.serial));

export const listWorkRecords = defineDeviceHandler(repair.listWorkRecords, ({ params }) =>
  repairs.listWorkRecords(params.recordId),
);

export const requestRepair = defineDeviceHandler(repair.requestRepair, async ({ caller, body, idempotency }) => {
  const { serialNumber, issues, additionalInfo } = body;
  const request = await requestDevice(
    caller,
    { kind: 'repair', serialNumber, issues, notes: additionalInfo },
    idempotency,
  );
  return { message: '修理申請を受け付けました', request };
});
