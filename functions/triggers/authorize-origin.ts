import type { APIGatewayRequestAuthorizerEventV2, APIGatewaySimpleAuthorizerResult } from 'aws-lambda';
import { isOriginKey } from '../adapters/secrets/origin-key';
import { logger } from '../runtime/logger';

/**
 * Asked by the gateway before any route, once an hour for each value of the header: lets in what came through
 * CloudFront. A request without the header is refused by the gateway itself (API Gateway developer guide, "Control
 * access to HTTP APIs with Lambda authorizers"). Whatever goes wrong here is a refusal.
 */
export const handler = async (
  event: Pick<APIGatewayRequestAuthorizerEventV2, 'identitySource'>,
): Promise<APIGatewaySimpleAuthorizerResult> => {
  const [given] = event.identitySource ?? [];
  const isAuthorized = given !== undefined && (await isOriginKey(given));
  if (!isAuthorized) logger.warn('a request did not come through CloudFront');
  return { isAuthorized };
};
