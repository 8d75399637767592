import fs from 'node:fs';
import path from 'node:path';
import { linkedFiles } from './linked-files.mjs';
import { importedPackages, packageFolders } from './runtime-packages.mjs';

/** The processes and commands of the product are started, and the threads that it starts by path. */
const STARTED = [
  'scripts/start.mjs',
  'scripts/worker.mjs',
  'scripts/migrate.mjs',
  'scripts/cli.mjs',
  'lib/platform/event-loop/thread/main.mjs',
  'lib/platform/sandbox/thread/main.mjs',
];

/** Files and folders that the product reads by name while it runs, from the folder in which it is started. */
export const READ = [
  'package.json',
  'next.config.js',
  'LICENSE',
  'public',
  'docs', // the guides
  'examples/poll-logs.ts', // shown in the API reference
  'prisma/migrations',
  'lib/platform/sandbox/thread/guest',
  '.next', // the built pages, and the bundles of the processes in `millrace`
];

const BUNDLES = '.next/millrace';

/** Parts of the build that no process reads: what the next build reuses, and what describes this one. */
const OF_THE_BUILD =
  /^\.next\/(?:build|cache|dev|diagnostics|types|trace|trace-build|turbopack|lock)(?:\/|$)|^\.next\/server\/.*\.map$/;
const TESTS = /\.(?:test|spec)\.[cm]?tsx?$|(?:^|\/)testing\//;

/** Parts of packages for people, editors, other builds and development. */
const OF_PACKAGES_UNREAD = /\.(?:map|md|markdown|[cm]?ts|tsx|flow)$/;
/**
 * Next's copies of itself for bundlers and for development, which take four fifths of it. A production server
 * reads none of them: Next's own list of what it reads (`.next/next-server.js.nft.json`) has none either.
 */
const OF_NEXT_UNREAD =
  /^dist\/(?:esm|docs|bundle-analyzer|compiled\/(?:next-devtools|@vercel\/og|[^/]+-experimental|react-dom|react-server-dom-(?:webpack|turbopack)))\/|\.dev\.js$/;
/** Prisma's package holds an engine for each database, each as a program and as text. */
const OF_PRISMA_READ =
  /^(?:package\.json|LICENSE|runtime\/client\.m?js|runtime\/query_compiler_fast_bg\.postgresql\.(?:mjs|js|wasm|wasm-base64\.mjs))$/;

/** @type {Record<string, (file: string) => boolean>} Which files of these packages are needed. */
const PART_OF = {
  next: (file) => !OF_NEXT_UNREAD.test(file),
  '@prisma/client': (file) => OF_PRISMA_READ.test(file),
};

/**
 * Returns the files of the image, sorted, from the prepared clone `root` that holds them. Symbolic links, with
 * which the built pages name packages, are files too. This list is the only one: the Dockerfile has none.
 * @param {string} root
 * @returns {string[]}
 */
export function imageFiles(root) {
  const own = [...linkedFiles(root, STARTED), ...READ.flatMap((entry) => filesIn(root, entry))].filter(
    (file) => !OF_THE_BUILD.test(file) && !TESTS.test(file),
  );
  const code = own.filter((file) => /\.[cm]?js$/.test(file) && !isBuiltPage(file));
  const names = importedPackages(root, code);
  const ofPackages = packageFolders(root, names).flatMap((folder) => filesOfPackage(root, folder));
  const all = new Set([...own, ...ofPackages, ...tracedByNext(root, own)]);
  return [...all].sort();
}

const isBuiltPage = (file) => file.startsWith('.next/') && !file.startsWith(`${BUNDLES}/`);

/** Returns the files of a package itself; packages inside it are folders of their own. */
function filesOfPackage(root, folder) {
  const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const isNeeded = PART_OF[name] ?? (() => true);
  return filesIn(root, folder, ['node_modules'])
    .filter((file) => !OF_PACKAGES_UNREAD.test(file))
    .filter((file) => isNeeded(file.slice(folder.length + 1)));
}

/** Returns the files of packages that Next found in the built pages: it lists them beside each page. */
function tracedByNext(root, own) {
  return own
    .filter((file) => file.startsWith('.next/server/') && file.endsWith('.nft.json'))
    .flatMap((list) => {
      const { files } = JSON.parse(fs.readFileSync(path.join(root, list), 'utf8'));
      return files.map((file) => path.posix.join(path.posix.dirname(list), file));
    })
    .filter((file) => file.startsWith('node_modules/') && isFile(path.join(root, file)));
}

const isFile = (file) => fs.statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;

/** Returns the files of a folder, also of the folders in it; of a file, the file. Links are not followed. */
function filesIn(root, entry, leavesOut = []) {
  const stat = fs.lstatSync(path.join(root, entry));
  if (!stat.isDirectory()) return [entry];
  return fs
    .readdirSync(path.join(root, entry))
    .filter((name) => !leavesOut.includes(name))
    .map((name) => path.posix.join(entry, name))
    .filter((file) => !OF_THE_BUILD.test(file))
    .flatMap((file) => filesIn(root, file, leavesOut));
}
