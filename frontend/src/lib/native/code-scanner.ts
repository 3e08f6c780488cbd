import { BarcodeFormat, BarcodeScanner } from '@capacitor-mlkit/barcode-scanning';
import type { Scan } from './native-app';
import { wasCancelled } from './was-cancelled';

/** Opens the phone's code scanner. Only the native app loads this file, through native-app.ts. */
export async function scanCode(): Promise<Scan> {
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
