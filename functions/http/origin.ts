import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Origin } from '../domain/caller';

/**
 * The network address of a caller. CloudFront sends it in a header of its own (`address:port`), because the gateway
 * sees only CloudFront as the source.
 */
export function originOf(event: APIGatewayProxyEventV2): Origin {
  const viewer = event.headers['cloudfront-viewer-address']?.replace(/:[0-9]+$/, '');
  return { address: viewer ?? event.requestContext.http.sourceIp, userAgent: event.headers['user-agent'] ?? '' };
}
