import { runCommand } from './lib/lifetime.mjs';
import { bundleOf } from './lib/prepare.mjs';
import { serveApp } from './lib/serve-app.mjs';

runCommand((lifetime) =>
  serveApp(lifetime, {
    mode: 'production',
    parts: { pages: true },
    args: ['--enable-source-maps', bundleOf('server')],
  }),
);
