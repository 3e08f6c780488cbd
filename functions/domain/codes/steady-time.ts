import { clock } from '../../adapters/clock';

/**
 * How long a response about an address takes, in milliseconds: usually longer than Cognito needs for two requests and
 * the mail.
 */
export const steadyTime = 2000;

/**
 * Waits for {@link steadyTime}, no less and no more, while work is done whose effort and outcome must not show in the
 * response. Work that takes longer goes on unobserved, if the container runs on. `work` must not fail.
 */
export async function inSteadyTime(work: () => Promise<void>): Promise<void> {
  await Promise.all([clock.withinTime(work(), steadyTime, undefined), clock.wait(steadyTime)]);
}
