import * as device from '#shared/contract/device';
import { lastDeviceSync } from '#functions/devices/devices-table';
import { acceptWebhook } from './mirror-jobs-table';
import * as sync from './mirror-jobs';
import { defineHandler, defineFreeHandler } from '#functions/http/define-handler';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import * as platform from '#shared/contract/platform';

export const getDeviceSync = defineHandler(device.getDeviceSync, async () => ({ finishedAt: await lastDeviceSync() }));

export const syncDevices = defineHandler(device.syncDevices, ({ caller }) => sync.syncDevices(caller));

/** The gateway's own response to a path without a route. */
const unknownPath: APIGatewayProxyStructuredResultV2 = {
  statusCode: 404,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ message: 'Not Found' }),
};

const take = defineFreeHandler(platform.kintoneWebhook, async ({ params }) => ({
  received: await acceptWebhook(params.secret),
}));

/** For any other secret the path does not exist. */
export async function kintoneWebhook(
  event: APIGatewayProxyEventV2,
  context: Context,
): Promise<APIGatewayProxyStructuredResultV2> {
  const response = await take(event, context);
  const isAccepted = response.statusCode === 200 && response.body === JSON.stringify({ received: true });
  return isAccepted || (response.statusCode ?? 500) >= 500 ? response : unknownPath;
}
