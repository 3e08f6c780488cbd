import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { kintoneWebhook } from '#shared/contract/platform';
import { acceptWebhook } from '../domain/devices/mirror-task';
import { defineFreeHandler } from '../http/define-handler';

/** The gateway's own response to a path without a route. */
const unknownPath: APIGatewayProxyStructuredResultV2 = {
  statusCode: 404,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ message: 'Not Found' }),
};

const take = defineFreeHandler(kintoneWebhook, async ({ params }) => ({
  received: await acceptWebhook(params.secret),
}));

/** For any other secret the path does not exist. */
export async function handler(
  event: APIGatewayProxyEventV2,
  context: Context,
): Promise<APIGatewayProxyStructuredResultV2> {
  const response = await take(event, context);
  const isAccepted = response.statusCode === 200 && response.body === JSON.stringify({ received: true });
  return isAccepted || (response.statusCode ?? 500) >= 500 ? response : unknownPath;
}
