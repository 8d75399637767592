import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PROJECT_ROOT } from '../project.mjs';
import { imageFiles, READ } from './image-files.mjs';
import { layOut } from './lay-out.mjs';
import { linkedFiles } from './linked-files.mjs';
import { importedPackages } from './runtime-packages.mjs';

let root: string;
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'millrace-image-'));
});
afterEach(() => fs.rmSync(root, { recursive: true }));

function write(files: Record<string, string | object>) {
  for (const [file, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), typeof content === 'string' ? content : JSON.stringify(content));
  }
}

/** A built clone: its bundle needs `pg`, and a page of it `undici`. */
function writeClone() {
  write({
    'package.json': { version: '1.2.3', dependencies: { pg: '1', esbuild: '1', undici: '1' } },
    'package-lock.json': {
      packages: {
        '': {},
        'node_modules/pg': {
          dependencies: { 'pg-types': '1' },
          optionalDependencies: { 'pg-cloudflare': '1' },
          peerDependencies: { 'pg-native': '1' },
          peerDependenciesMeta: { 'pg-native': { optional: true } },
        },
        'node_modules/pg/node_modules/pg-types': { dependencies: { xtend: '1' } },
        'node_modules/pg-types': {},
        'node_modules/pg-cloudflare': {},
        'node_modules/xtend': {},
        'node_modules/esbuild': {},
        'node_modules/undici': {},
      },
    },
    'node_modules/pg/index.js': '',
    'node_modules/pg/index.js.map': '',
    'node_modules/pg/index.d.ts': '',
    'node_modules/pg/README.md': '',
    'node_modules/pg/node_modules/pg-types/index.js': '',
    'node_modules/pg-types/index.js': '',
    'node_modules/pg-cloudflare/index.js': '',
    'node_modules/xtend/index.js': '',
    'node_modules/esbuild/index.js': '',
    'node_modules/undici/index.js': '',
    'node_modules/undici/unread.js': '',
    'next.config.js': '',
    LICENSE: '',
    'public/icon.svg': '',
    'docs/guide/a.md': '',
    'examples/poll-logs.ts': '',
    'prisma/migrations/1/migration.sql': '',
    'scripts/start.mjs': "import './lib/a.mjs';",
    'scripts/worker.mjs': '',
    'scripts/cli.mjs': '',
    'scripts/migrate.mjs': '',
    'scripts/test.mjs': '',
    'scripts/lib/a.mjs': "/** @type {import('./types')} */\nconst { default: pg } = await import('pg');",
    'scripts/lib/a.test.ts': '',
    'lib/platform/event-loop/thread/main.mjs': '',
    'lib/platform/sandbox/thread/main.mjs': '',
    'lib/platform/sandbox/thread/guest/bytes.js': '',
    '.next/BUILD_ID': '',
    '.next/cache/large': '',
    '.next/millrace/server.mjs': 'const text = \'from "esbuildx"\';',
    '.next/millrace/server.mjs.map': '',
    '.next/server/app/page.js': '',
    '.next/server/app/page.js.map': '',
    '.next/server/app/page.js.nft.json': {
      files: [
        '../../../node_modules/undici/index.js',
        '../../../package.json',
        '../../node_modules/undici-1',
      ],
    },
  });
  fs.mkdirSync(path.join(root, '.next/node_modules'));
  fs.symlinkSync('../../node_modules/undici', path.join(root, '.next/node_modules/undici-1'));
}

test('an image holds what runs, the packages of it, and nothing of the build', () => {
  writeClone();
  expect(imageFiles(root)).toEqual(
    [
      '.next/BUILD_ID',
      '.next/millrace/server.mjs',
      '.next/millrace/server.mjs.map',
      '.next/node_modules/undici-1',
      '.next/server/app/page.js',
      '.next/server/app/page.js.nft.json',
      'LICENSE',
      'docs/guide/a.md',
      'examples/poll-logs.ts',
      'lib/platform/event-loop/thread/main.mjs',
      'lib/platform/sandbox/thread/guest/bytes.js',
      'lib/platform/sandbox/thread/main.mjs',
      'next.config.js',
      'node_modules/pg/index.js',
      'node_modules/pg/node_modules/pg-types/index.js',
      'node_modules/undici/index.js',
      'node_modules/xtend/index.js',
      'package.json',
      'prisma/migrations/1/migration.sql',
      'public/icon.svg',
      'scripts/cli.mjs',
      'scripts/lib/a.mjs',
      'scripts/migrate.mjs',
      'scripts/start.mjs',
      'scripts/worker.mjs',
    ].sort(),
  );
});

test('the folder of an image has the same files and links, readable for everybody, and says so at the end', () => {
  writeClone();
  const folder = path.join(root, 'laid-out');
  const files = imageFiles(root);
  const image = layOut({ root, folder, files });
  expect(image).toMatchObject({ version: '1.2.3', files: files.length });
  expect(JSON.parse(fs.readFileSync(path.join(folder, 'image.json'), 'utf8'))).toEqual(image);
  expect(files.filter((file) => !fs.existsSync(path.join(folder, file)))).toEqual([]);
  expect(fs.readlinkSync(path.join(folder, '.next/node_modules/undici-1'))).toBe('../../node_modules/undici');
  expect(fs.statSync(path.join(folder, 'package.json')).mode & 0o777).toBe(0o644);
  expect(() => layOut({ root, folder, files })).toThrow(/is not empty: name a new folder/);
});

test('the processes of the product need nothing to build with', () => {
  const files = linkedFiles(PROJECT_ROOT, ['scripts/start.mjs', 'scripts/worker.mjs', 'scripts/cli.mjs']);
  expect(files).toContain('scripts/lib/supervisor/front-door.mjs');
  expect(files).toContain('lib/platform/event-loop/thread/unavailable.mjs');
  expect(files.filter((file) => !fs.existsSync(path.join(PROJECT_ROOT, file)))).toEqual([]);
  expect(importedPackages(PROJECT_ROOT, files).sort()).toEqual(['pg', 'pg-copy-streams']);
});

test('what sources read from the folder of the product is in its image', () => {
  const sources = ['app', 'lib'].flatMap((folder) =>
    fs
      .readdirSync(path.join(PROJECT_ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.tsx?$/.test(name) && !name.includes('testing/'))
      .map((name) => fs.readFileSync(path.join(PROJECT_ROOT, folder, name), 'utf8')),
  );
  const named = sources.flatMap((text) =>
    [...text.matchAll(/process\.cwd\(\), '([\w./-]+)'/g)].map(([, name]) => name!),
  );
  expect(named.length).toBeGreaterThanOrEqual(4);
  const isThere = (name: string) => READ.some((entry) => name === entry || name.startsWith(`${entry}/`));
  expect(named.filter((name) => !isThere(name))).toEqual([]);
});
