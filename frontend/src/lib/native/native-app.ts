/**
 * The portal inside its native app (Capacitor) and outside of it. The app's shell leaves `window.Capacitor` in the
 * page before any script runs; in a browser there is none, and nothing of Capacitor is loaded (docs/native-app.md).
 */
interface Shell {
  Capacitor?: { isNativePlatform?: () => boolean };
}

export const isNativeApp = (): boolean => (window as Shell).Capacitor?.isNativePlatform?.() === true;

interface Link {
  title: string;
  url: string;
}

/** The result of a scan. `denied`: no permission for the camera; `browser`: only the app can scan. */
export type Scan =
  | { state: 'read'; content: string }
  | { state: 'cancelled' }
  | { state: 'denied' }
  | { state: 'browser' };

/** Plugins reject when the user closes their window; only the message says so: `Share canceled`, `scan canceled.` */
const wasCancelled = (error: unknown): boolean => error instanceof Error && /cancell?ed/i.test(error.message);

/**
 * Opens the device's own share sheet; returns false in a browser, which must find another way. Rejects if the sheet did
 * not open; closing it without sharing is not a failure.
 */
export async function shareNatively({ title, url }: Link): Promise<boolean> {
  if (!isNativeApp()) return false;
  const { Share } = await import('@capacitor/share');
  try {
    await Share.share({ title, url, dialogTitle: title });
  } catch (error) {
    if (!wasCancelled(error)) throw error;
  }
  return true;
}

/** Reads one QR code with the camera. Rejects if the camera did not open. */
export async function readCode(): Promise<Scan> {
  if (!isNativeApp()) return { state: 'browser' };
  const { BarcodeFormat, BarcodeScanner } = await import('@capacitor-mlkit/barcode-scanning');
  const { camera } = await BarcodeScanner.requestPermissions();
  if (camera !== 'granted' && camera !== 'limited') return { state: 'denied' };
  try {
    const { barcodes } = await BarcodeScanner.scan({ formats: [BarcodeFormat.QrCode] });
    const content = barcodes[0]?.rawValue;
    return content ? { state: 'read', content } : { state: 'cancelled' };
  } catch (error) {
    if (wasCancelled(error)) return { state: 'cancelled' };
    throw error;
  }
}
