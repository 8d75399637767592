/**
 * Compares the guarded client with undici's own `request`, on the same machine in the same run: `npx tsx
 * bench/outbound.ts`. Bundled first, like the product: tsx names every closure at run time, which alone
 * costs a tenth.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const bundle = here('../.cache/bench/outbound-rounds.mjs');

await build({
  entryPoints: [here('outbound-rounds.ts')],
  outfile: bundle,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'warning',
});
const echo = spawn(process.execPath, ['--import', 'tsx', here('outbound-echo.ts')], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [port] = await once(echo.stdout, 'data');
const rounds = spawn(process.execPath, [bundle, String(port).trim()], { stdio: 'inherit' });
[process.exitCode] = await once(rounds, 'exit');
echo.kill();
