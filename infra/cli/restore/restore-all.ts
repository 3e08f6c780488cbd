import pLimit from 'p-limit';
import type { Step } from './plan-restore';
import { restoreUser, type Target } from './restore-user';

/**
 * Users restored at the same time: below the 30 requests a second that Cognito lets all passwords of an account be set
 * with (developer guide, "Quotas": UserAccountRecovery).
 */
const usersAtOnce = 4;

export interface Restored {
  restored: number;
  /** Deleted their accounts after the copy was made. */
  deleted: number;
  failed: { userId: string; reason: string }[];
}

/** Restores every user of a plan who is missing; one that fails delays no other. Safe to repeat. */
export async function restoreAll(target: Target, steps: readonly Step[]): Promise<Restored> {
  const done: Restored = { restored: 0, deleted: 0, failed: [] };
  const limit = pLimit(usersAtOnce);
  const restore = async (step: Step): Promise<void> => {
    if (step.kind !== 'create' && step.kind !== 'finish') return;
    try {
      if (await restoreUser(target, step)) done.restored += 1;
      else done.deleted += 1;
    } catch (error) {
      done.failed.push({ userId: step.user.userId, reason: (error as Error).message });
    }
  };
  await Promise.all(steps.map((step) => limit(restore, step)));
  return done;
}
