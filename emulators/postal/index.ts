/** The public postal-code lookup on this machine. The code of the emulator is loaded when it is made. */
import type { Emulator } from '../platform/index';

export const createPostalEmulator = async (): Promise<Emulator> =>
  (await import('./create-postal-emulator')).createPostalEmulator();
