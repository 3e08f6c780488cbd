import { randomUUID } from 'node:crypto';
import type { WireResponse } from '../../wire';
import type { AwsServiceName, ServiceName } from './service-name';

/** What every service can answer for reasons that lie outside a request. */
export type ServiceErrorKind = 'access-denied' | 'throttled' | 'failed';

interface Named {
  status: number;
  name: string;
}

/** The names of these errors in each AWS service's API reference, "Common errors" and the operations' own. */
const awsNames: Record<AwsServiceName, Record<ServiceErrorKind, Named>> = {
  dynamodb: {
    'access-denied': { status: 400, name: 'com.amazon.coral.service#AccessDeniedException' },
    throttled: { status: 400, name: 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException' },
    failed: { status: 500, name: 'com.amazonaws.dynamodb.v20120810#InternalServerError' },
  },
  cognito: {
    'access-denied': { status: 400, name: 'AccessDeniedException' },
    throttled: { status: 400, name: 'TooManyRequestsException' },
    failed: { status: 500, name: 'InternalErrorException' },
  },
  sns: {
    'access-denied': { status: 403, name: 'AuthorizationError' },
    throttled: { status: 429, name: 'Throttled' },
    failed: { status: 500, name: 'InternalError' },
  },
  ses: {
    'access-denied': { status: 403, name: 'AccessDeniedException' },
    throttled: { status: 429, name: 'TooManyRequestsException' },
    failed: { status: 500, name: 'InternalServiceErrorException' },
  },
  secrets: {
    'access-denied': { status: 400, name: 'AccessDeniedException' },
    throttled: { status: 400, name: 'ThrottlingException' },
    failed: { status: 500, name: 'InternalServiceError' },
  },
};

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** An AWS service's own error, in its own protocol (JSON 1.0 and 1.1; SNS: the query protocol's XML). */
export function awsError(service: AwsServiceName, kind: ServiceErrorKind, message: string): WireResponse {
  const { status, name } = awsNames[service][kind];
  const requestId = randomUUID();
  if (service === 'sns') {
    const fault = status < 500 ? 'Sender' : 'Receiver';
    const body = `<ErrorResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><Error><Type>${fault}</Type><Code>${name}</Code><Message>${escaped(message)}</Message></Error><RequestId>${requestId}</RequestId></ErrorResponse>`;
    return { status, headers: { 'content-type': 'text/xml', 'x-amzn-requestid': requestId }, body };
  }
  const type = service === 'dynamodb' ? 'application/x-amz-json-1.0' : 'application/x-amz-json-1.1';
  const shortName = name.split('#').at(-1) ?? name;
  return {
    status,
    headers: { 'content-type': type, 'x-amzn-requestid': requestId, 'x-amzn-errortype': shortName },
    body: JSON.stringify({ __type: name, message }),
  };
}

const json = (status: number, body: object): WireResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** What a service answers when it is asked too often (`throttled`) or fails by itself (`failed`). */
export function serviceError(service: ServiceName, kind: 'throttled' | 'failed'): WireResponse {
  const throttled = kind === 'throttled';
  switch (service) {
    case 'stripe':
      // Stripe's documentation, "Rate limits" and "Errors".
      return throttled
        ? json(429, {
            error: {
              type: 'invalid_request_error',
              code: 'rate_limit',
              message:
                'Request rate limit exceeded. You can learn more about rate limits here https://docs.stripe.com/rate-limits.',
            },
          })
        : json(500, { error: { type: 'api_error', message: 'An unknown error occurred' } });
    case 'records':
      // Kintone's documentation, "Common REST API errors": 100 requests at once for a domain.
      return throttled
        ? json(429, { code: 'CB_TR01', id: randomUUID(), message: 'Too many requests. Please wait and try again.' })
        : json(520, { code: 'GAIA_UN03', id: randomUUID(), message: 'An unexpected error occurred on the server.' });
    case 'postal':
      return {
        status: throttled ? 429 : 503,
        headers: { 'content-type': 'text/plain;charset=utf-8', 'access-control-allow-origin': '*' },
        body: throttled ? 'Too Many Requests' : 'Service Unavailable',
      };
    case 'dynamodb':
    case 'cognito':
    case 'sns':
    case 'ses':
    case 'secrets':
      return awsError(service, kind, throttled ? 'Rate exceeded' : 'The service failed by itself');
  }
}
