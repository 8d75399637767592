import { build } from 'esbuild';
import { inProject } from './project.mjs';

/**
 * Bundles the entry points `NAME=FILE` into a folder: `node bundle.mjs FOLDER NAME=FILE …`. It calls esbuild's
 * API, because the file of its command is a script or a program, depending on whether npm ran the package's
 * install script.
 */
const [folder, ...entryPoints] = process.argv.slice(2);
await build({
  entryPoints: entryPoints.map((entryPoint) => {
    const [out = '', file = ''] = entryPoint.split('=');
    return { in: inProject(file), out };
  }),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  sourcemap: 'linked',
  sourcesContent: false, // each process keeps the map in memory
  logLevel: 'warning',
  outdir: inProject(folder),
  outExtension: { '.js': '.mjs' },
});
