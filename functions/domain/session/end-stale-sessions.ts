import { callOverAfter } from '#shared/limits';
import { clock } from '../../adapters/clock';
import { disabledUsers } from '../../adapters/cognito/disabled-users';
import { endEpoch, endEpochExcept } from '../../adapters/users-table/epochs';
import { readPartition } from '../../adapters/users-table/read-partition';
import { enqueueUnfinished } from '../../adapters/users-table/unfinished';
import { listSessionEndings, removeSessionEnding } from '../../adapters/users-table/session-endings';
import { endSessionsOf } from './end-sessions';

/** Ends the sessions of the users disabled in Cognito, one user after the other; safe to repeat. */
async function ofDisabledUsers(): Promise<number> {
  let ended = 0;
  for await (const userId of disabledUsers()) ended += await endSessionsOf(userId, 'user-disabled');
  return ended;
}

/**
 * Ends the user's credential epoch except for the sessions that began after a time (unix seconds): their credentials
 * are the changed ones.
 */
async function endEpochUntil(userId: string, time: number): Promise<void> {
  const { profile, sessions } = await readPartition(userId, 'ownership');
  const epoch = profile?.epoch ?? 0;
  const later = sessions.filter((one) => one.createdAt > time && (one.epoch ?? 0) === epoch);
  const hashes = later.map(({ secretHash }) => secretHash);
  if (!(await endEpochExcept(userId, epoch, hashes))) await endEpoch(userId);
}

/**
 * Finishes what interrupted calls began: ends the sessions that began until a minute after the change. Their tokens are
 * left to the job that finishes account changes.
 */
async function ofInterruptedCalls(): Promise<number> {
  let ended = 0;
  for (const { userId, notedAt } of await listSessionEndings(clock.seconds() - callOverAfter)) {
    await endEpochUntil(userId, notedAt + callOverAfter);
    ended += await endSessionsOf(userId, 'credentials', notedAt + callOverAfter);
    await enqueueUnfinished({ kind: 'tokens', userId, notedAt: clock.seconds() });
    await removeSessionEnding(userId);
  }
  return ended;
}

/** Ends sessions that should no longer exist; returns how many of each kind. */
export async function endStaleSessions(): Promise<{ interrupted: number; disabled: number }> {
  const interrupted = await ofInterruptedCalls();
  return { interrupted, disabled: await ofDisabledUsers() };
}
