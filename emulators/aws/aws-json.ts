import { randomUUID } from 'node:crypto';
import type { FaultKind } from './aws';
import type { WireRequest, WireResponse } from '../platform/index';

export type JsonObject = Record<string, unknown>;

/** The JSON object in a body, an empty one for an empty body; undefined where the body is anything else. */
export function readJsonObject(body: Buffer): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8') || '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

interface AwsJsonOptions {
  contentType: 'application/json' | 'application/x-amz-json-1.0' | 'application/x-amz-json-1.1';
  /** What `X-Amz-Target` has before the operation, e.g. `secretsmanager`; undefined where the path names it. */
  target?: string;
  /** Status and full name of the service's errors that no request is to blame for (its API reference). */
  faults: Readonly<Record<FaultKind, { status: number; name: string }>>;
}

/** The part of AWS's JSON protocols that every service speaking them has in common. */
export function awsJson({ contentType, target, faults }: AwsJsonOptions) {
  const respond = (status: number, body: string, headers: Record<string, string> = {}): WireResponse => ({
    status,
    headers: { 'content-type': contentType, 'x-amzn-requestid': randomUUID(), ...headers },
    body,
  });
  return {
    respond,
    /** The operation that the target header names; undefined where it names none of this service's. */
    operationOf(request: WireRequest): string | undefined {
      const [service, operation] = (request.headers['x-amz-target'] ?? '').split('.');
      return service === target && operation !== '' ? operation : undefined;
    },
    isSigned: (request: WireRequest): boolean => request.headers['authorization']?.startsWith('AWS4-') ?? false,
    fault(kind: FaultKind, message: string): WireResponse {
      const { status, name } = faults[kind];
      const shortName = name.split('#').at(-1) ?? name;
      return respond(status, JSON.stringify({ __type: name, message }), { 'x-amzn-errortype': shortName });
    },
  };
}
