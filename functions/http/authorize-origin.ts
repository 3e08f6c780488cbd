import type { APIGatewayRequestAuthorizerEventV2, APIGatewaySimpleAuthorizerResult } from 'aws-lambda';
import { isOriginKey } from '#functions/platform/secrets';
import { logger } from '#functions/platform/logger';

/**
 * The gateway calls this before any route, once an hour for each value of the header. It admits requests that
 * came through CloudFront. The gateway itself refuses a request without the header (API Gateway developer guide,
 * "Control access to HTTP APIs with Lambda authorizers"). Any failure here is a refusal.
 */
export const handler = async (
  event: Pick<APIGatewayRequestAuthorizerEventV2, 'identitySource'>,
): Promise<APIGatewaySimpleAuthorizerResult> => {
  const [given] = event.identitySource ?? [];
  const isAuthorized = given !== undefined && (await isOriginKey(given));
  if (!isAuthorized) logger.warn('a request did not come through CloudFront');
  return { isAuthorized };
};
