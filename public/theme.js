// Loaded before the first paint, so that the stored theme never flashes. Also tells the server the zone in
// which it has to write times.
(() => {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    let choice = null;
    try {
      choice = window.localStorage.getItem('theme');
    } catch {
      choice = null; // storage is blocked: follow the system
    }
    const theme = choice === 'light' || choice === 'dark' ? choice : dark.matches ? 'dark' : 'light';
    const root = document.documentElement;
    if (root.dataset.theme === theme) return;
    // At once: colours that fade at different speeds can't be read meanwhile.
    root.dataset.themeChanges = '';
    root.dataset.theme = theme;
    requestAnimationFrame(() => requestAnimationFrame(() => delete root.dataset.themeChanges));
  };
  apply();
  // The server draws the containers of a workflow expanded. Where this browser shows some collapsed, the
  // canvas waits for the scripts.
  const workflowId = /\/workflows\/([^/?#]+)/.exec(window.location.pathname)?.[1];
  try {
    if (window.localStorage.getItem(`millrace:collapsed:${workflowId}`) !== null)
      document.documentElement.dataset.collapsed = '';
  } catch {
    // Storage is blocked: nothing is collapsed.
  }
  const tellZone = () => {
    const zone = `time-zone=${encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone)}`;
    if (document.cookie.split('; ').includes(zone)) return;
    // biome-ignore lint/suspicious/noDocumentCookie: the other way in is not in every browser yet
    document.cookie = `${zone}; path=/; max-age=31536000; samesite=lax`;
  };
  // The lookup takes some 10 ms. Once the server knows a zone, the page comes first.
  if (/(?:^|; )time-zone=/.test(document.cookie)) window.addEventListener('load', () => setTimeout(tellZone));
  else tellZone();
  dark.addEventListener('change', apply);
  window.addEventListener('storage', (event) => {
    if (event.key === 'theme') apply();
  });
  window.addEventListener('millrace:theme', apply);
})();
