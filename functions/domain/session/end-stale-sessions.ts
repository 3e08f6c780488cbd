import { callOverAfter } from '#shared/limits';
import { clock } from '../../adapters/clock';
import { disabledUsers } from '../../adapters/cognito/disabled-users';
import { listSessionEndings, removeSessionEnding } from '../../adapters/users-table/session-endings';
import { endSessionsOf } from './end-sessions';

/** Ends the sessions of the users disabled in Cognito, one user after the other; safe to repeat. */
async function ofDisabledUsers(): Promise<number> {
  let ended = 0;
  for await (const userId of disabledUsers()) ended += await endSessionsOf(userId);
  return ended;
}

/** Finishes what interrupted calls began: ends the sessions that began until a minute after the change. */
async function ofInterruptedCalls(): Promise<number> {
  let ended = 0;
  for (const { userId, notedAt } of await listSessionEndings(clock.seconds() - callOverAfter)) {
    ended += await endSessionsOf(userId, notedAt + callOverAfter);
    await removeSessionEnding(userId);
  }
  return ended;
}

/** Ends sessions that should no longer exist; returns how many of each kind. */
export async function endStaleSessions(): Promise<{ interrupted: number; disabled: number }> {
  const interrupted = await ofInterruptedCalls();
  return { interrupted, disabled: await ofDisabledUsers() };
}
