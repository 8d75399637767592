import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';

/** `node scripts/build.mjs [FOLDER]` compiles the package into `dist`, or into a folder that is new. */
const PACKAGE = path.resolve(import.meta.dirname, '..');
const COMPILER = path.resolve(PACKAGE, '../../node_modules/typescript-native/bin/tsc');

const [folder] = process.argv.slice(2);
const dist = path.join(PACKAGE, 'dist');
if (folder === undefined) rmSync(dist, { recursive: true, force: true });

const compile = (/** @type {string[]} */ ...args) =>
  execFileSync(process.execPath, [COMPILER, '-p', PACKAGE, '--outDir', folder ?? dist, ...args], {
    stdio: 'inherit',
  });
// Editors show the comments of the declarations; in the code they would only be weight.
compile('--emitDeclarationOnly');
compile('--declaration', 'false', '--removeComments');
