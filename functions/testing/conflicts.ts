import type { Services } from '../../local/testing/functions';
import type { WireResponse } from '#emulators/platform';

const refusal = (type: string, more: object = {}): WireResponse => ({
  status: 400,
  headers: { 'content-type': 'application/x-amz-json-1.0' },
  body: JSON.stringify({
    __type: `com.amazonaws.dynamodb.v20120810#${type}`,
    Message: 'conflict',
    message: 'conflict',
    ...more,
  }),
});

/**
 * DynamoDB refuses a write because another request works on the same item (developer guide, "Transaction conflict
 * handling"). The emulator's writes wait for each other, so it never does this by itself.
 * `code`: why a transaction is cancelled.
 */
export const conflictAt = (operation: string, code = 'TransactionConflict'): WireResponse | undefined => {
  if (operation === 'TransactWriteItems')
    return refusal('TransactionCanceledException', {
      CancellationReasons: [{ Code: 'None' }, { Code: code, Message: 'conflict' }],
    });
  return /^(Put|Update|Delete)Item$/.test(operation) ? refusal('TransactionConflictException') : undefined;
};

/** Every second write to DynamoDB passes; each one before it meets another request. Returns how many met one. */
export function meetOthers(services: Pick<Services, 'inject'>): () => number {
  let writes = 0;
  services.inject((service, operation) => {
    const conflict = service === 'dynamodb' ? conflictAt(operation) : undefined;
    if (!conflict) return 'pass';
    writes += 1;
    return writes % 2 === 1 ? conflict : 'pass';
  });
  return () => Math.ceil(writes / 2);
}
