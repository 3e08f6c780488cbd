import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { decodedPath, type Match } from './routes';

interface EventOptions {
  match: Match;
  /** The whole body. */
  body: Buffer;
  apiId: string;
  account: string;
  /** Unix milliseconds of the local clock. */
  now: number;
  /** Headers that CloudFront adds; they replace a viewer's headers with the same names. */
  originHeaders: Readonly<Record<string, string>>;
}

/** Types whose bodies the gateway passes on as text; every other body is Base64. */
const textTypes = /^(text\/[\w.+-]+|application\/(json|javascript|xml|[\w.-]+\+(json|xml)))$/;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `dd/MMM/yyyy:HH:mm:ss +0000` */
function commonLogTime(now: number): string {
  const [date = '', time = ''] = new Date(now).toISOString().split('T');
  const [year, month, day] = date.split('-');
  return `${day}/${months[Number(month) - 1]}/${year}:${time.slice(0, 8)} +0000`;
}

/** Repeated names are joined with commas, in headers as in the query. */
function joined(pairs: Iterable<readonly [string, string]>): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of pairs) result[name] = name in result ? `${result[name]},${value}` : value;
  return result;
}

/** Headers that only CloudFront sets; a viewer's are ignored. */
const reserved = /^(cloudfront-|x-forwarded-|x-amzn-trace-id$)/;

function headersOf(
  request: IncomingMessage,
  sourceIp: string,
  originHeaders: EventOptions['originHeaders'],
): Record<string, string> {
  const pairs: [string, string][] = [];
  for (let index = 0; index + 1 < request.rawHeaders.length; index += 2) {
    const name = request.rawHeaders[index]?.toLowerCase() ?? '';
    if (name !== 'cookie' && !reserved.test(name)) pairs.push([name, request.rawHeaders[index + 1] ?? '']);
  }
  return {
    ...joined(pairs),
    ...originHeaders,
    'x-amzn-trace-id': `Root=1-${Math.floor(Date.now() / 1000).toString(16)}-${randomBytes(12).toString('hex')}`,
    'x-forwarded-for': sourceIp,
    'x-forwarded-port': String(request.socket.localPort ?? ''),
    'x-forwarded-proto': 'http',
  };
}

/**
 * The event of an HTTP API with payload format 2.0 (API Gateway developer guide, "Working with AWS Lambda proxy
 * integrations").
 */
export function eventOf(request: IncomingMessage, options: EventOptions): APIGatewayProxyEventV2 {
  const { match, body, apiId, account, now, originHeaders } = options;
  const [encoded = '/', query = ''] = (request.url ?? '/').split(/\?(.*)/s, 2);
  const path = decodedPath(encoded);
  const sourceIp = (request.socket.remoteAddress ?? '127.0.0.1').replace(/^::ffff:/, '');
  const headers = headersOf(request, sourceIp, originHeaders);
  const cookies = request.headers.cookie?.split(/;\s*/).filter((cookie) => cookie !== '') ?? [];
  const method = request.method ?? 'GET';
  const isText = textTypes.test(headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '');
  const domainName = (request.headers.host ?? 'localhost').replace(/:\d+$/, '');
  return {
    version: '2.0',
    routeKey: match.route.routeKey,
    rawPath: path,
    rawQueryString: query,
    ...(cookies.length > 0 && { cookies }),
    headers,
    ...(query !== '' && { queryStringParameters: joined(new URLSearchParams(query)) }),
    requestContext: {
      accountId: account,
      apiId,
      domainName,
      domainPrefix: domainName.split('.')[0] ?? domainName,
      http: { method, path, protocol: `HTTP/${request.httpVersion}`, sourceIp, userAgent: headers['user-agent'] ?? '' },
      requestId: randomUUID(),
      routeKey: match.route.routeKey,
      stage: '$default',
      time: commonLogTime(now),
      timeEpoch: now,
    },
    ...(Object.keys(match.pathParameters).length > 0 && { pathParameters: match.pathParameters }),
    ...(body.length > 0 && { body: body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !isText,
  };
}

/**
 * Reads a request's body; undefined if it is larger than `mostBytes`. Such a body is still read to its end, so that the
 * response arrives.
 */
export async function readBody(request: IncomingMessage, mostBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes <= mostBytes) chunks.push(chunk as Buffer);
  }
  return bytes > mostBytes ? undefined : Buffer.concat(chunks);
}
