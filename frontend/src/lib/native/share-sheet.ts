import { Share } from '@capacitor/share';
import type { Link } from './native-app';
import { wasCancelled } from './was-cancelled';

/**
 * The share sheet of the phone; closing it without sharing is no failure. For the app alone: loaded by native-app.ts.
 */
export async function openShareSheet({ title, url }: Link): Promise<void> {
  try {
    await Share.share({ title, url, dialogTitle: title });
  } catch (error) {
    if (!wasCancelled(error)) throw error;
  }
}
