import { listDevices as call } from '#shared/contract/device';
import { listDevices } from '../../domain/devices/list-devices';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(call, ({ caller }) => listDevices(caller));
