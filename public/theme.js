// Loaded before the first paint, so that the stored theme never flashes.
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
    document.documentElement.dataset.theme = theme;
  };
  apply();
  dark.addEventListener('change', apply);
  window.addEventListener('storage', (event) => {
    if (event.key === 'theme') apply();
  });
  window.addEventListener('millrace:theme', apply);
})();
