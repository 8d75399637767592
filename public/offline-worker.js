// Answers a page that can't be loaded, because this device or the server is offline, with a page of
// Millrace's own, which opens the wanted one as soon as it can. Nothing else is touched, and nothing is kept.
const RETRY_MS = 3_000;

self.addEventListener('install', (event) => {
  // Everything else goes past this script, without waiting for it to start.
  event.addRoutes?.([
    { condition: { requestMode: 'navigate' }, source: 'fetch-event' },
    { condition: { urlPattern: new URLPattern({}) }, source: 'network' },
  ]);
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  // The page is asked for while this script still starts.
  event.waitUntil(self.registration.navigationPreload?.enable());
});

self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(pageOrOffline(event));
});

async function pageOrOffline({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return offlinePage();
  }
}

function offlinePage() {
  const nonce = crypto.randomUUID();
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; ` +
      "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
  };
  return new Response(PAGE.replaceAll('NONCE', nonce), { status: 503, headers });
}

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Offline · Millrace</title>
<style nonce="NONCE">
  :root { color-scheme: light; --canvas: #f8f9fb; --ink: #171b24; --muted: #4b5160; --solid: #4d46d1; }
  :root[data-theme="dark"] { color-scheme: dark; --canvas: #101216; --ink: #ebecef; --muted: #aeb2bb; }
  body { margin: 0; min-height: 100dvh; display: grid; place-items: center; background: var(--canvas);
    color: var(--ink); font: 14px/1.5 system-ui, sans-serif; }
  main { max-width: 24rem; padding: 1.5rem; text-align: center; }
  h1 { font-size: 1rem; margin: 0 0 .25rem; }
  p { margin: 0 0 1rem; color: var(--muted); }
  button { font: inherit; font-weight: 500; padding: .375rem .75rem; border: 0; border-radius: .375rem;
    background: var(--solid); color: #fff; cursor: pointer; }
  button:focus-visible { outline: 2px solid var(--solid); outline-offset: 2px; }
</style>
</head>
<body>
<main>
  <h1>You’re offline</h1>
  <p id="words" role="status">
    Millrace can’t be reached. This page opens as soon as the connection is back.
  </p>
  <button type="button">Try again</button>
</main>
<script nonce="NONCE">
  let chosen = null;
  try { chosen = localStorage.getItem('theme'); } catch {}
  const system = matchMedia('(prefers-color-scheme: dark)');
  const showTheme = () => {
    const theme = chosen === 'light' || chosen === 'dark' ? chosen : system.matches ? 'dark' : 'light';
    document.documentElement.dataset.theme = theme;
  };
  showTheme();
  system.addEventListener('change', showTheme);
  const words = document.getElementById('words');
  const open = async () => {
    const answer = await fetch('/api/health/ready', { cache: 'no-store' }).catch(() => null);
    if (answer?.ok) location.reload();
    return answer?.ok === true;
  };
  addEventListener('online', open);
  setInterval(open, ${RETRY_MS});
  document.querySelector('button').addEventListener('click', async () => {
    words.textContent = 'Trying again…';
    if (await open()) return;
    words.textContent = 'Still offline. This page opens as soon as the connection is back.';
  });
</script>
</body>
</html>
`;
