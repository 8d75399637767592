import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { runNpm } from './install.mjs';
import { saying } from './progress.mjs';
import { inProject } from './project.mjs';
import { runTool } from './run-tool.mjs';

const PACKAGE = '@sparticuz/chromium';
const VERSION = '143.0.4';
const LIBRARIES = 'al2023.tar.br';

/** Returns a headless Chromium from an npm package, with the libraries it needs; null if there is none. */
export async function chromiumFromNpm(lifetime) {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  const folder = inProject('.cache/chromium');
  const unpacked = path.join(folder, 'unpacked');
  fs.mkdirSync(unpacked, { recursive: true });
  if (!(await fetched(lifetime, folder))) return null;
  const executable = await unpackExecutable(folder, unpacked);
  await unpackLibraries(lifetime, folder, unpacked);
  const inherited = process.env.LD_LIBRARY_PATH;
  const libraries = path.join(unpacked, 'lib');
  return {
    executable,
    env: {
      LD_LIBRARY_PATH: inherited ? `${libraries}:${inherited}` : libraries,
      FONTCONFIG_PATH: process.env.FONTCONFIG_PATH ?? '',
    },
  };
}

async function fetched(lifetime, folder) {
  if (fs.existsSync(path.join(folder, 'node_modules', PACKAGE, 'package.json'))) return true;
  fs.writeFileSync(path.join(folder, 'package.json'), '{"private": true}\n');
  const args = [
    'install',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--loglevel=error',
    `${PACKAGE}@${VERSION}`,
  ];
  const { exitCode } = await saying('Fetching a headless Chromium from npm', () =>
    runNpm(lifetime, args, { cwd: folder }),
  );
  return exitCode === 0;
}

/** The package unpacks into the temporary folder; a private one, so that clones do not share it. */
async function unpackExecutable(folder, unpacked) {
  const require = createRequire(path.join(folder, 'package.json'));
  const { default: chromium } = await import(pathToFileURL(require.resolve(PACKAGE)).href);
  const before = process.env.TMPDIR;
  process.env.TMPDIR = unpacked;
  try {
    return await chromium.executablePath();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

async function unpackLibraries(lifetime, folder, unpacked) {
  if (fs.existsSync(path.join(unpacked, 'lib'))) return;
  const archive = path.join(folder, 'node_modules', PACKAGE, 'bin', LIBRARIES);
  const tar = path.join(unpacked, 'libraries.tar');
  fs.writeFileSync(tar, brotliDecompressSync(fs.readFileSync(archive)));
  await runTool(lifetime, 'tar', ['xf', tar, '-C', unpacked]);
  fs.rmSync(tar);
}
