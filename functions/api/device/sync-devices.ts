import { syncDevices } from '#shared/contract/device';
import { syncOwnDevices } from '../../domain/devices/sync-devices';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(syncDevices, ({ caller }) => syncOwnDevices(caller));
