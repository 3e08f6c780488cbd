// Runs before the first paint. src/lib/theme.ts keeps the same value of the theme.
try {
  if (localStorage.getItem('theme') === 'dark') {
    document.documentElement.className = 'dark';
    document.querySelector('meta[name="theme-color"]').content = '#11171a';
  }
} catch {
  // Storage is blocked: light, as for a user who chose nothing.
}

// The built page has the login screen in it, which is shown at its own address alone (decisions/page).
const atLogin = location.pathname === '/login';
if (atLogin) document.documentElement.dataset.login = '';

// The browser itself never sends a form: that would write a password into the address. One that is submitted before the
// page can handle it is sent then (use-early-submit.ts).
addEventListener('submit', (event) => {
  if (event.defaultPrevented) return;
  event.preventDefault();
  document.documentElement.dataset.submitted = '';
});

// The page's script waits until the login screen is painted, so that it does not delay that. What is not seen is not
// painted; a browser that does not report it starts at once. A development server starts the script itself.
const whenPainted = (start) => {
  const reports = PerformanceObserver.supportedEntryTypes?.includes('paint');
  if (!atLogin || document.hidden || !reports) return start();
  const observer = new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return;
    observer.disconnect();
    start();
  });
  observer.observe({ type: 'paint', buffered: true });
};
addEventListener('DOMContentLoaded', () => {
  const page = document.querySelector('link[data-page]');
  if (page) whenPainted(() => void import(page.href));
});
