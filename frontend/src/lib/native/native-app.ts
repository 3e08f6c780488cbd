/**
 * The portal inside its native app (Capacitor) and outside of it. The app's shell leaves `window.Capacitor` in the
 * page before any script runs; in a browser there is none, and nothing of Capacitor is loaded (docs/native-app.md).
 */
interface Shell {
  Capacitor?: { isNativePlatform?: () => boolean };
}

export const isNativeApp = (): boolean => (window as Shell).Capacitor?.isNativePlatform?.() === true;

/** A page of the portal to share: its title and address. */
export interface Link {
  title: string;
  url: string;
}

/** The result of a scan. `denied`: no permission for the camera; `browser`: only the app can scan. */
export type Scan =
  | { state: 'read'; content: string }
  | { state: 'cancelled' }
  | { state: 'denied' }
  | { state: 'browser' };

/**
 * Opens the device's own share sheet; returns false in a browser, which must find another way. Rejects if the sheet did
 * not open.
 */
export async function shareNatively(link: Link): Promise<boolean> {
  if (!isNativeApp()) return false;
  const { openShareSheet } = await import('./share-sheet');
  await openShareSheet(link);
  return true;
}

/** Reads one QR code with the camera. Rejects if the camera did not open. */
export async function readCode(): Promise<Scan> {
  if (!isNativeApp()) return { state: 'browser' };
  const { scanCode } = await import('./code-scanner');
  return scanCode();
}
