/**
 * The native app around the portal, read by Capacitor's command line in the app's own folder (docs/native-app.md;
 * options: https://capacitorjs.com/docs/config). Not part of the page: its type comes with that command line, which
 * wants a newer Node.
 */
function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`Set ${name} (docs/native-app.md)`);
  return value;
}

export default {
  /** The app's name in the stores, e.g. `jp.co.example.portal`; it can never be changed there. */
  appId: setting('PORTAL_APP_ID'),
  appName: 'Revonizer',
  /** Shipped with the app; shown when the portal cannot be reached. */
  webDir: 'www',
  server: {
    // The portal's session is a cookie of its own origin, so the app opens the portal itself instead of a copy of its
    // files.
    url: setting('PORTAL_URL'),
    errorPath: 'index.html',
  },
};
