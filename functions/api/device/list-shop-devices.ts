import * as device from '#shared/contract/device';
import { listShopDevices } from '../../domain/devices/list-devices';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(device.listShopDevices, ({ caller, params }) =>
  listShopDevices(caller, params.id),
);
