/** Kintone's REST API on this machine. The code of the emulator is loaded when it is made. */
import type { KintoneEmulator, KintoneOptions } from './create-kintone-emulator';

export { toMinute } from './app';
export { localSecret, staffAuth, type StaffAuth, tokensFor } from './tokens';
export type { KintoneEmulator };

export const createKintoneEmulator = async (options: KintoneOptions): Promise<KintoneEmulator> =>
  (await import('./create-kintone-emulator')).createKintoneEmulator(options);
