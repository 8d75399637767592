import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { patient } from '../../scripts/lib/machine-speed.mjs';

vi.setConfig({ hookTimeout: patient(120_000), testTimeout: patient(120_000) });

const PACKAGE = path.resolve('packages/sdk');
const MOST_BYTES = 30_000;
/** npm adds them to the files that a package names. */
const ADDED = ['package.json', 'README.md', 'LICENSE'];

interface Manifest {
  files: string[];
  exports: { '.': { types: string; default: string } };
  dependencies?: object;
}
const manifest: Manifest = JSON.parse(readFileSync(path.join(PACKAGE, 'package.json'), 'utf8'));

/** The package as it is installed: what npm would pack. */
let installed: string;
beforeAll(() => {
  installed = mkdtempSync(path.join(tmpdir(), 'millrace-sdk-'));
  execFileSync(process.execPath, [path.join(PACKAGE, 'scripts/build.mjs'), path.join(installed, 'dist')]);
  for (const name of ADDED) copyFileSync(path.join(PACKAGE, name), path.join(installed, name));
});
afterAll(() => rmSync(installed, { recursive: true, force: true }));

const packed = (): string[] =>
  readdirSync(installed, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(installed, name))
    .filter((file) => statSync(file).isFile());

test('the package is small, and needs no other', () => {
  expect(manifest.files).toEqual(['dist']);
  expect(manifest.dependencies).toBeUndefined();
  const content = Buffer.concat(packed().map((file) => readFileSync(file)));
  expect(gzipSync(content).length).toBeLessThan(MOST_BYTES);
});

test('its entries are there, its tests are not, and Node imports it as it is', () => {
  const files = packed();
  for (const entry of Object.values(manifest.exports['.']))
    expect(files).toContain(path.join(installed, entry));
  expect(files.filter((file) => file.includes('.test.'))).toEqual([]);
  const entry = pathToFileURL(path.join(installed, manifest.exports['.'].default)).href;
  const program = `import { Millrace } from ${JSON.stringify(entry)};
    console.log(new Millrace({ url: 'http://localhost:3000', apiKey: 'k' }).logs.list.name);`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program]);
  expect(printed.toString().trim()).toBe('list');
});

test('types of all operations are generated from a server’s document', async () => {
  const ok = { content: { 'application/json': { schema: { type: 'string' } } }, description: 'Fine.' };
  const document = {
    openapi: '3.1.0',
    info: { title: 'API', version: '1' },
    paths: { '/api/v1/things': { get: { responses: { 200: ok } } } },
  };
  const server = createServer(({ url }, response) =>
    response.writeHead(url === '/api/v1/openapi.json' ? 200 : 404).end(JSON.stringify(document)),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-types-'));
  const file = path.join(folder, 'api.ts');
  const generator = path.join(PACKAGE, 'scripts/generate.mjs');
  try {
    await promisify(execFile)(process.execPath, [generator, `http://127.0.0.1:${port}`, file]);
    expect(readFileSync(file, 'utf8')).toContain('"/api/v1/things"');
  } finally {
    server.close();
    rmSync(folder, { recursive: true });
  }
});
