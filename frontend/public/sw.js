// The service worker of the installed page (decisions/page). It keeps nothing: neither files of the page nor responses of
// the API. Without a connection it shows its own page instead of the browser's, which goes away by itself.

const script = `
  const comeBack = () => fetch('/first.js', { cache: 'no-store' }).then(() => location.reload(), () => {});
  addEventListener('online', comeBack);
  setInterval(comeBack, 3000);
  document.querySelector('button').addEventListener('click', () => location.reload());
`;

const page = `<!doctype html>
<html lang="ja">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <title>オフライン | Revonizer</title>
    <style>
      :root { color-scheme: light dark; }
      body {
        display: grid; place-content: center; justify-items: center; gap: 12px; min-height: 100dvh; margin: 0;
        padding: 24px; box-sizing: border-box; text-align: center;
        font: 1rem/1.65 'Hiragino Sans', system-ui, sans-serif;
        background: light-dark(#f6f5f2, #11171a); color: light-dark(#1b2225, #e9eff0);
      }
      h1 { margin: 0; font-size: 1.25rem; }
      p { margin: 0; max-width: 28rem; }
      button {
        min-height: 48px; padding: 8px 20px; border: 1px solid currentColor; border-radius: 12px; background: none;
        color: inherit; font: inherit; font-weight: 600;
      }
    </style>
  </head>
  <body>
    <h1>インターネットに接続されていません</h1>
    <p role="status">通信環境をご確認ください。接続されると、この画面は自動的に元のページに戻ります。</p>
    <button type="button">もう一度読み込む</button>
    <script>${script}</script>
  </body>
</html>`;

async function offlinePage() {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script));
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
  return new Response(page, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': [
        "default-src 'none'",
        "connect-src 'self'",
        "style-src 'unsafe-inline'",
        `script-src 'sha256-${hash}'`,
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
    },
  });
}

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  // Everything but the opening of a page goes past the worker.
  if (event.request.mode === 'navigate') event.respondWith(fetch(event.request).catch(offlinePage));
});
