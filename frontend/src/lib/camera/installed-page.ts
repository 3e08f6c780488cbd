/** Safari on iOS sets this, and not the display mode, when the page was opened from the home screen. */
interface AppleNavigator extends Navigator {
  standalone?: boolean;
}

/** Whether the page runs as an installed app, and the browser lets it use a camera (only on https). */
export const canScanHere = (): boolean =>
  (window.matchMedia('(display-mode: standalone)').matches || (navigator as AppleNavigator).standalone === true) &&
  'mediaDevices' in navigator;
