import { clock } from '../../adapters/clock';
import { disabledUsers } from '../../adapters/cognito/disabled-users';
import { listSessionEndings, removeSessionEnding } from '../../adapters/users-table/session-endings';
import { endSessionsOf } from './end-sessions';

/** A call that noted an ending has ended itself after so many seconds: the functions' timeout is 15. */
const underWay = 60;

/** Ends the sessions of the users disabled in Cognito, one user after the other; safe to repeat. */
async function ofDisabledUsers(): Promise<number> {
  let ended = 0;
  for await (const userId of disabledUsers()) ended += await endSessionsOf(userId);
  return ended;
}

/** Finishes what a call began and was interrupted in: sessions begun until a minute after it was noted end. */
async function ofInterruptedCalls(): Promise<number> {
  let ended = 0;
  for (const { userId, notedAt } of await listSessionEndings(clock.seconds() - underWay)) {
    ended += await endSessionsOf(userId, notedAt + underWay);
    await removeSessionEnding(userId);
  }
  return ended;
}

/** Ends sessions that should no longer be; answers how many of each kind there were. */
export async function endStaleSessions(): Promise<{ interrupted: number; disabled: number }> {
  const interrupted = await ofInterruptedCalls();
  return { interrupted, disabled: await ofDisabledUsers() };
}
