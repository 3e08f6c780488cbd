import { clock } from '../../adapters/clock';
import { steadyTime } from './limits';

/**
 * Does something whose outcome must not show in the time it takes: it ends, well or badly, no sooner than {@link
 * steadyTime}.
 */
export async function inSteadyTime<T>(work: () => Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work(), clock.wait(steadyTime)]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
