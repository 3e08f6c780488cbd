import { clock } from '../../adapters/clock';
import { steadyTime } from './limits';

/** Runs work whose duration must not reveal its outcome: success or failure comes no sooner than {@link steadyTime}. */
export async function inSteadyTime<T>(work: () => Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work(), clock.wait(steadyTime)]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
