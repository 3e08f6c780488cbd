import * as z from 'zod/mini';
import { deviceGroupSchema, deviceSchema, exchangeRequestSchema, returnRequestSchema } from '../model/device';
import { defineCall } from './call';
import { afterSchema, deviceRequest, ofStore, requestErrors, requestReads, shopPages, shopReads } from './parts';

/** From the mirror, without a request to the record system. Newest status first. */
export const listShopDevices = defineCall('list-shop-devices', 'GET /api/stores/{id}/devices', {
  summary: "A shop's devices",
  ...ofStore,
  response: z.array(deviceSchema),
});

export const listDevices = defineCall('list-devices', 'GET /api/devices', {
  summary: "The caller's devices, shop by shop, in pages",
  access: 'user',
  pages: { ...shopPages, key: 'id' },
  query: afterSchema,
  response: z.array(deviceGroupSchema),
});

/** Unix seconds of the last successful reading of all devices; null before the first. */
export const getDeviceSync = defineCall('get-device-sync', 'GET /api/devices/sync', {
  summary: 'When devices were last read from the record system',
  access: 'user',
  response: z.object({ finishedAt: z.nullable(z.number()) }),
});

/**
 * A second one within a minute joins the first. `finishedAt` is null if the time was up first: what is left is read
 * within a minute.
 */
export const syncDevices = defineCall('sync-devices', 'POST /api/devices/sync', {
  summary: 'Read what was changed in the record system',
  access: 'user',
  changes: ['get-device-sync', 'list-devices', 'list-shop-devices', 'list-repairs', 'list-work-records'],
  response: z.object({ finishedAt: z.nullable(z.number()) }),
  errors: ['SYNC_TOO_SOON', 'RECORDS_UNAVAILABLE'],
});

export const returnDevice = defineCall('return-device', 'POST /api/devices/return', {
  summary: 'Ask for the return of a rented device',
  ...deviceRequest,
  changes: [...requestReads, ...shopReads],
  cost: { request: 1, order: 12 },
  owns: [
    { kind: 'device', at: 'body.serialNumber' },
    { kind: 'subscription', at: 'body.stripeSubscriptionId' },
  ],
  body: returnRequestSchema,
  errors: [
    ...requestErrors,
    'SUBSCRIPTION_NOT_CHANGEABLE',
    'SUBSCRIPTION_OVERDUE',
    'QUANTITY_CHANGED',
    'TOO_MANY_CHANGES',
    'PAYMENTS_UNAVAILABLE',
  ],
});

export const requestExchange = defineCall('request-exchange', 'POST /api/devices/exchange-request', {
  summary: 'Ask for the exchange of a rented device',
  ...deviceRequest,
  owns: [
    { kind: 'device', at: 'body.serialNumber' },
    { kind: 'shop', at: 'body.customerId' },
  ],
  body: exchangeRequestSchema,
});
