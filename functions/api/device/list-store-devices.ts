import { listStoreDevices as call } from '#shared/contract/device';
import { listStoreDevices } from '../../domain/devices/list-devices';
import { defineHandler } from '../../runtime/define-handler';

export const handler = defineHandler(call, ({ caller, params }) => listStoreDevices(caller, params.id));
