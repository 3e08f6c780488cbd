import type { Fault, Services } from '../../local/testing/functions';
import type { TestPool, TestUser } from './user-pool';

const reads = /^(Get|Query|BatchGet|Admin(Get|List)|List|GET )/;

/**
 * From write number `count` (from 0) on, everything is down; with `lost`, that write takes place, unanswered. The
 * result says whether it came so far.
 */
export function cutAt(services: Pick<Services, 'inject'>, count: number, fault: Fault): () => boolean {
  let seen = -1;
  services.inject((_service, operation) => {
    if (seen >= count) return 'down';
    if (reads.test(operation)) return 'pass';
    seen += 1;
    return seen === count ? fault : 'pass';
  });
  return () => seen >= count;
}

interface Cut {
  /** The call that is cut off. */
  send: () => Promise<{ status: number }>;
  /** Expects one definite state; called after the schedule has run. */
  check: () => Promise<void>;
}

/**
 * Cuts a call off at every write, before it takes place (`down`) or after it (`lost`), each time for a new user, until
 * it is through before the cut. `settle` runs what the schedule does then, `more` is what else the users have. Returns
 * the number of its writes.
 */
export async function atEachWrite(
  services: Pick<Services, 'inject' | 'clearFaults'> & Pick<TestPool, 'createUser'>,
  fault: Fault,
  settle: () => Promise<void>,
  call: (owner: TestUser, nth: number) => Promise<Cut>,
  more: Omit<Parameters<TestPool['createUser']>[0], 'email'> = {},
): Promise<number> {
  for (let nth = 0; ; nth += 1) {
    const owner = await services.createUser({ email: `owner-${nth}@example.jp`, username: '山田花子', ...more });
    const { send, check } = await call(owner, nth);
    const wasCut = cutAt(services, nth, fault);
    const { status } = await send();
    services.clearFaults();
    if (!wasCut()) {
      expect(status).toBe(200);
      return nth;
    }
    await settle();
    await check();
  }
}
