import * as device from '#shared/contract/device';
import * as devices from './list-devices';
import { defineHandler, defineDeviceHandler } from '#functions/http/define-handler';
import * as repair from '#shared/contract/repair';

export const listShopDevices = defineHandler(device.listShopDevices, ({ caller, params }) =>
  devices.listShopDevices(caller, params.id),
);

export const listDevices = defineHandler(device.listDevices, ({ caller, query }) =>
  devices.listDevices(caller, query.after),
);

export const listRepairs = defineDeviceHandler(repair.listRepairs, ({ params }) => devices.listRepairs(params.serial));

export const listWorkRecords = defineDeviceHandler(repair.listWorkRecords, ({ params }) =>
  devices.listWorkRecords(params.recordId),
);
