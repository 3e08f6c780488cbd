import { listWorkRecords as call } from '#shared/contract/repair';
import { listWorkRecords } from '../../domain/devices/list-repairs';
import { defineDeviceHandler } from '../../http/define-device-handler';

export const handler = defineDeviceHandler(call, ({ params }) => listWorkRecords(params.recordId));
