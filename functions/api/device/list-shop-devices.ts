import { listShopDevices as call } from '#shared/contract/device';
import { listShopDevices } from '../../domain/devices/list-devices';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(call, ({ caller, params }) => listShopDevices(caller, params.id));
