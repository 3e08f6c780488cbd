import { Share } from '@capacitor/share';
import type { Link } from './native-app';
import { wasCancelled } from './was-cancelled';

/** The phone's share sheet; closing it without sharing is not a failure. Only for the app: native-app.ts loads it. */
export async function openShareSheet({ title, url }: Link): Promise<void> {
  try {
    await Share.share({ title, url, dialogTitle: title });
  } catch (error) {
    if (!wasCancelled(error)) throw error;
  }
}
