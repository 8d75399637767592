import { runCommand } from './lib/lifetime.mjs';
import { ENTRY_POINTS } from './lib/prepare.mjs';
import { serveApp } from './lib/serve-app.mjs';

runCommand((lifetime) =>
  serveApp(lifetime, {
    mode: 'development',
    parts: { devPackages: true },
    args: ['--import', 'tsx', ENTRY_POINTS.server],
  }),
);
