import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

/** No cache may keep private responses (ASVS 5.0 14.3); CloudFront adds the page's own headers. */
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** A response of API Gateway with a JSON body; `cookies` are Set-Cookie values. */
export const jsonResponse = (
  statusCode: number,
  body: unknown,
  cookies: readonly string[] = [],
): APIGatewayProxyStructuredResultV2 => ({
  statusCode,
  headers,
  body: JSON.stringify(body),
  ...(cookies.length > 0 && { cookies: [...cookies] }),
});
