import { chmodSync, copyFileSync, cpSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'esbuild';

/** `node scripts/build.mjs [FOLDER]` bundles the package into `dist`, or into a folder that is new. */
const PACKAGE = path.resolve(import.meta.dirname, '..');
const ROOT = path.resolve(PACKAGE, '../..');
const THREAD = 'lib/platform/sandbox/thread';

/** Settings and database of the server: the package works without both. */
const OF_THE_SERVER =
  /^(?:lib\/generated\/|lib\/platform\/env[.]ts|lib\/platform\/postgres\/(?:db|notify)[.]ts|node_modules\/(?:pg|@prisma)\/)/;

const [folder] = process.argv.slice(2);
const dist = folder === undefined ? path.join(PACKAGE, 'dist') : path.resolve(folder);
if (folder === undefined) rmSync(dist, { recursive: true, force: true });

/** @satisfies {import('esbuild').BuildOptions} */
const common = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  minifySyntax: true,
  minifyWhitespace: true,
  logLevel: 'warning',
  outExtension: { '.js': '.mjs' },
};

// Each command is a chunk of its own, so that none waits for the code of another.
const { metafile } = await build({
  ...common,
  entryPoints: [{ in: 'packages/cli/src/main.ts', out: 'millrace' }],
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  outdir: dist,
  metafile: true,
});
const strange = Object.keys(metafile.inputs).filter((file) => OF_THE_SERVER.test(file));
if (strange.length > 0) throw new Error(`The package must not need ${strange.join(', ')}.`);

await build({
  ...common,
  entryPoints: [{ in: `${THREAD}/main.mjs`, out: 'thread' }],
  outdir: path.join(dist, 'sandbox'),
});
cpSync(path.join(ROOT, THREAD, 'guest'), path.join(dist, 'sandbox/guest'), { recursive: true });
copyFileSync(quickJs(), path.join(dist, 'sandbox/quickjs.wasm'));
chmodSync(path.join(dist, 'millrace.mjs'), 0o755);

function quickJs() {
  const fromRoot = createRequire(path.join(ROOT, 'package.json'));
  const fromQuickJs = createRequire(fromRoot.resolve('quickjs-emscripten'));
  return fromQuickJs.resolve('@jitl/quickjs-wasmfile-release-sync/wasm');
}
