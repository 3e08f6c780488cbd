import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Origin } from '../domain/caller';

/**
 * Where a call comes from. CloudFront names its viewer in a header of its own (`address:port`); the gateway's source is
 * CloudFront itself then.
 */
export function originOf(event: APIGatewayProxyEventV2): Origin {
  const viewer = event.headers['cloudfront-viewer-address']?.replace(/:[0-9]+$/, '');
  return { address: viewer ?? event.requestContext.http.sourceIp, userAgent: event.headers['user-agent'] ?? '' };
}
