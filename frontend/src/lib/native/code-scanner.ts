import { BarcodeFormat, BarcodeScanner } from '@capacitor-mlkit/barcode-scanning';
import type { Scan } from './native-app';
import { wasCancelled } from './was-cancelled';

/** The scanner's own window of the phone. For the app alone: loaded by native-app.ts. */
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
