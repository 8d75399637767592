import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import path from 'node:path';
import { buildSync } from 'esbuild';

const FOLDER = '.cache/test-processes';
const bundles = new Map<string, string>();

/**
 * Forks a process of the tests from its TypeScript file. It is bundled once per test file, which is faster
 * than a compiler at each start. Each worker has its own folder, so none overwrites a bundle that another
 * starts.
 */
export function forkBundled(file: string, args: string[] = [], options: ForkOptions = {}): ChildProcess {
  const bundle = bundles.get(file) ?? bundled(file);
  bundles.set(file, bundle);
  return fork(bundle, args, { ...options, execArgv: ['--enable-source-maps', ...(options.execArgv ?? [])] });
}

/** Bundles a file and returns the path of the bundle. */
export function bundled(file: string): string {
  const worker = process.env.VITEST_POOL_ID ?? String(process.pid);
  const outfile = path.resolve(FOLDER, worker, `${path.basename(file, '.ts')}.mjs`);
  buildSync({
    entryPoints: [file],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    sourcemap: 'linked',
    logLevel: 'warning',
  });
  return outfile;
}
