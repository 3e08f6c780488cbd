import * as z from 'zod/mini';
import { clock } from '#functions/platform/clock';
import { isWebhookPath } from '#functions/platform/secrets';
import { defineTask } from '#functions/platform/tasks';

/** Reads what staff have just changed. One waits at most; one that comes while it is done is done after it. */
export const mirrorChanges = defineTask('mirror-changes', z.object({ since: z.number() }), () => 'mirror');
/** A reading that began in the second of a change may have begun before it. */
export const nowOrLater = (): number => Math.ceil(clock.now() / 1000);
export const readSoon = (since: number): Promise<void> => mirrorChanges.enqueue({ since }, { id: 'changes' });

/**
 * Has the mirror read changes if the address that was called ends in the stage's secret; returns whether it does.
 * Nothing of the body is read: Kintone does not sign it.
 */
export async function acceptWebhook(given: string): Promise<boolean> {
  if (!(await isWebhookPath(given))) return false;
  await readSoon(nowOrLater());
  return true;
}
