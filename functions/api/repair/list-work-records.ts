import * as repair from '#shared/contract/repair';
import { listWorkRecords } from '../../domain/devices/list-repairs';
import { defineDeviceHandler } from '../../http/define-device-handler';

export const handler = defineDeviceHandler(repair.listWorkRecords, ({ params }) => listWorkRecords(params.recordId));
