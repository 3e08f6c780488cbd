import type { Impersonation } from '#shared/model/impersonation';
import { clock } from '../../adapters/clock';
import { listImpersonations as readAll } from '../../adapters/users-table/impersonations';

/** The most that are listed. */
const most = 50;

/** The newest impersonations of a user. An impersonation without a recorded end ends when its session expires. */
export async function listImpersonations(userId: string): Promise<Impersonation[]> {
  const now = clock.seconds();
  return (await readAll(userId))
    .toSorted((left, right) => right.startedAt - left.startedAt)
    .slice(0, most)
    .map(({ id, administrator, reason, startedAt, endsAt, endedAt }) => ({
      id,
      administrator,
      reason,
      startedAt,
      endedAt: endedAt ?? (endsAt <= now ? endsAt : null),
    }));
}
