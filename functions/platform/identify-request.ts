import { CallError } from '#shared/errors';
import { clock } from './clock';
import { hash } from './crypto';

/** How a repeated request is recognized. */
export interface IdempotencyIdentity {
  key: string;
  /** Hash of the call and its content. */
  fingerprint: string;
  /** Whether the request came with an `Idempotency-Key`; one without is recognized by its content. */
  named: boolean;
  /** Unix milliseconds. */
  arrivedAt: number;
}

const keyPattern = /^[\x20-\x7e]{16,255}$/;
const keyText = 'Idempotency-Keyは16〜255文字の半角英数字・記号で指定してください。';

/** JSON with the keys of every object in order, so that equal content is equal text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return `{${fields
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, inner]) => `${JSON.stringify(name)}:${canonicalJson(inner)}`)
    .join(',')}}`;
}

/** The identity of a request by its call, content and `Idempotency-Key` header; throws if the header is no key. */
export function identifyRequest(call: string, body: unknown, header: string | undefined): IdempotencyIdentity {
  const fingerprint = hash(`${call}\n${canonicalJson(body)}`);
  const arrivedAt = clock.now();
  if (header === undefined) return { key: `content-${fingerprint}`, fingerprint, named: false, arrivedAt };
  if (!keyPattern.test(header)) throw new CallError('INVALID_INPUT', { fields: { 'Idempotency-Key': keyText } });
  return { key: `named-${hash(header)}`, fingerprint, named: true, arrivedAt };
}
