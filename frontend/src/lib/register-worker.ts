/**
 * Registers the worker that shows a page of its own without a connection (`public/sw.js`). Not during development,
 * where the page must reach its server directly. A browser that refuses it goes without.
 */
export function registerWorker(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined);
}
