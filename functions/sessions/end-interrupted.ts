import * as z from 'zod/mini';
import { callOverAfter } from '#shared/constants';
import { clock } from '#functions/platform/clock';
import { readAccount } from '#functions/platform/cognito/accounts';
import { newId } from '#functions/platform/crypto';
import { endEpoch, endEpochExcept } from './epochs-table';
import { readPartition } from '#functions/platform/users-table';
import { defineTask, withdrawTask } from '#functions/platform/tasks';
import { defineWorker } from '#functions/platform/worker';
import { noteArrival } from '#functions/move-in/move-in-table';
import { endSessionsOf, endTokensLater } from './end-sessions';

/** Ends the sessions of a user, because a change of their credentials was interrupted. */
const endInterrupted = defineTask(
  'end-interrupted',
  z.object({
    userId: z.string(),
    /** When the change began, in unix seconds. */
    begunAt: z.number(),
  }),
  ({ userId }) => userId,
);

/**
 * Enqueues the end of a user's sessions before a change in Cognito, so that it comes also if the change is interrupted.
 * Returns how to take it back, once the sessions have ended or the change was refused.
 */
export async function enqueueEnding(userId: string): Promise<() => Promise<void>> {
  const id = newId();
  const begunAt = clock.seconds();
  await endInterrupted.enqueue({ userId, begunAt }, { id, notBefore: begunAt + callOverAfter });
  return () => withdrawTask(endInterrupted, id);
}

/**
 * Ends the sessions that began until a minute after the change, and the credential epoch except for those that began
 * later: their credentials are the changed ones. An owner who was moved in has come: the change may have been their
 * first password. Of an account that is gone nothing is left to end.
 */
async function finishEnding({ userId, begunAt }: { userId: string; begunAt: number }): Promise<void> {
  const until = begunAt + callOverAfter;
  const { profile, sessions } = await readPartition(userId, 'ownership');
  if (!profile && !(await readAccount(userId))) return;
  await noteArrival(userId);
  const epoch = profile?.epoch ?? 0;
  const later = sessions.filter((one) => one.createdAt > until && one.epoch === epoch);
  const hashes = later.map(({ secretHash }) => secretHash);
  if (!(await endEpochExcept(userId, epoch, hashes))) await endEpoch(userId);
  await endSessionsOf(userId, 'credentials', ({ createdAt }) => createdAt <= until);
  await endTokensLater.enqueue({ userId });
}

export const endingWorkers = [
  defineWorker(endInterrupted, finishEnding, 'Sessions that began later go on in each new epoch.'),
];
