import { createHash } from 'node:crypto';
import type { Account } from '../state/account';
import type { IdempotencyRecord } from '../state/records';
import { canonicalForm, type FormHash } from '../wire/form';
import { errors } from '../wire/errors';
import { day } from '../time/periods';

/** docs.stripe.com/api/idempotent_requests: keys are kept for at least 24 hours; here for exactly 24 hours. */
export const keptFor = day;

/** Equal for equal parameters in any order. */
export const fingerprintOf = (method: string, path: string, form: FormHash): string =>
  createHash('sha256')
    .update(`${method} ${path}\n${canonicalForm(form)}`)
    .digest('hex');

/** The response recorded for this key, if any. Throws if the key was used for another request. */
export function earlierResponse(
  account: Account,
  key: string,
  path: string,
  fingerprint: string,
): IdempotencyRecord | undefined {
  const record = account.get('idempotency', key);
  if (!record || record.created + keptFor <= account.now) return undefined;
  if (record.path !== path) {
    throw errors.idempotencyMismatch(
      'Keys for idempotent requests can only be used for the same endpoint they were first used for ' +
        `('${record.path}' vs '${path}'). Try using a key other than '${key}' if you meant to ` +
        'execute a different request.',
    );
  }
  if (record.fingerprint !== fingerprint) {
    throw errors.idempotencyMismatch(
      'Keys for idempotent requests can only be used with the same parameters they were first used with. Try ' +
        `using a key other than '${key}' if you meant to execute a different request.`,
    );
  }
  return record;
}

export function checkKey(key: string): void {
  if (key.length > 255) throw errors.invalid('Idempotency keys can be at most 255 characters long.');
}
