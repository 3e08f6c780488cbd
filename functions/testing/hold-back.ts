import type { Services, Fault } from '../../local/testing/functions';

const writing = new Set(['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems']);

const isWrite = (service: string, operation: string): boolean =>
  (service === 'dynamodb' && writing.has(operation)) || (service === 'stripe' && !operation.startsWith('GET'));

/** One write of a call that waits on its way to DynamoDB or Stripe. */
export interface Held {
  /** Resolves when the write waits, or when the call ends without that many writes. */
  reached: Promise<boolean>;
  /** Lets the write pass on. */
  release: () => void;
}

/**
 * From now on, holds back write number `count` (from 0) to DynamoDB or Stripe, without those that count what the call
 * costs; with `after`, every write after that operation of Cognito. `call` is the call whose writes are held: start it
 * after this, while nothing else runs.
 */
export function holdBack(services: Pick<Services, 'inject'>, count: number, after?: string) {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let wait: () => void = () => undefined;
  const waiting = new Promise<boolean>((resolve) => (wait = () => resolve(true)));
  let counting = after === undefined;
  let seen = 0;
  services.inject((service, operation, { body }): Fault | Promise<Fault> => {
    counting ||= operation === after;
    if (!counting || !isWrite(service, operation) || (after === undefined && body.includes('"LIMIT#'))) return 'pass';
    seen += 1;
    if (seen !== count + 1) return 'pass';
    wait();
    return released.then(() => 'pass');
  });
  return (call: Promise<unknown>): Held => ({
    reached: Promise.race([waiting, call.then(() => false)]),
    release,
  });
}
