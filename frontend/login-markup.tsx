/**
 * Prints the login screen as HTML, as the page renders it before it knows the session. The build puts it into the page
 * (vite.config.ts), so that a visitor sees it before any script has arrived; `src/app/main.tsx` then takes it over
 * (decisions/page).
 */

const nothing = (): undefined => undefined;
const storage = { getItem: () => null, setItem: nothing, removeItem: nothing };

/** What the page's modules ask of a browser while they are loaded and rendered. */
const browser = {
  location: { pathname: '/login', search: '', hash: '', origin: 'http://localhost', href: 'http://localhost/login' },
  history: { state: null, replaceState: nothing, pushState: nothing },
  addEventListener: nothing,
  removeEventListener: nothing,
  localStorage: storage,
  sessionStorage: storage,
  navigator: { onLine: true, userAgent: '', language: 'ja' },
};
const document = { addEventListener: nothing, removeEventListener: nothing, defaultView: browser };
for (const [name, value] of Object.entries({ ...browser, document, window: { ...browser, document } }))
  // Node has some of these names itself, for reading alone.
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

const { StrictMode } = await import('react');
const { renderToString } = await import('react-dom/server');
const { Providers } = await import('./src/app/providers');
const { AppRoutes } = await import('./src/app/routes');
const markup = renderToString(
  <StrictMode>
    <Providers>
      <AppRoutes />
    </Providers>
  </StrictMode>,
);
// What the modules have begun (listeners, timers) ends here.
process.stdout.write(markup, () => process.exit(0));
