import { expect, test } from 'vitest';
import { MAX_EDGES } from '@/lib/core/workflow/schema';
import { definitionOf } from '../document/definition-of';
import { lineDocument } from '../document/line-document.fixture';
import { addBlock, placeForPasted } from '../store/block-actions';
import { createEditorStore } from '../store/editor-store';
import { undo } from '../store/history-actions';
import { findImporter } from './find-importer';
import { dropRows, importBlock, importBlocks } from './import-actions';
import { nameSecrets } from './move-secrets';
import { readImport } from './read-import';

const storeOf = (document = lineDocument()) =>
  createEditorStore({ workflow: { id: 'w', workspaceId: 'x', name: 'Test', document }, readOnly: false });

const COMMAND = "curl https://api.example.com/v1/orders -H 'X-A: 1'";

test('an import is one undoable step: a configured block with a fitting name behind an output', async () => {
  const store = storeOf();
  const found = findImporter(COMMAND)!;
  const result = await found.importer.read(COMMAND);
  const place = { kind: 'output', blockId: 'b', handle: 'error' } as const;
  const imported = importBlock(store, found.definition, result, { place });
  const { document, openBlockId } = store.getState();
  const block = document.blocks[openBlockId ?? ''];
  expect(imported).toEqual({ blockId: block?.id });
  expect(block).toMatchObject({ name: 'orders', config: { url: 'https://api.example.com/v1/orders' } });
  expect(document.edges.at(-1)).toMatchObject({ source: 'b', sourceHandle: 'error', target: block?.id });
  undo(store);
  expect(store.getState().document).toEqual(lineDocument());
});

test('a workflow with as many connections as there may be takes no block behind another', async () => {
  const { edges: line, ...rest } = lineDocument();
  const edges = Array.from({ length: MAX_EDGES }, (_, at) => ({ ...line[0]!, id: `e${at}` }));
  const store = storeOf({ ...rest, edges });
  const place = { kind: 'output', blockId: 'b', handle: 'out' } as const;
  const words = /at most 5,000 connections/;
  expect(addBlock(store, 'api', place)).toMatch(words);
  const { definition, importer } = findImporter(COMMAND)!;
  const result = await importer.read(COMMAND);
  expect(importBlock(store, definition, result, { place })).toEqual({
    refusal: expect.stringMatching(words),
  });
  expect(store.getState().document.edges).toBe(edges);
  expect(addBlock(store, 'api', { kind: 'point', point: { x: 0, y: 900 } })).toBeNull();
});

test('an import into a block replaces its request, not its settings', async () => {
  const document = lineDocument();
  document.blocks.b!.config.timeoutMs = 5_000;
  const store = storeOf(document);
  const result = await findImporter(COMMAND)!.importer.read(COMMAND);
  importBlock(store, definitionOf('api')!, result, { blockId: 'b' });
  expect(store.getState().document.blocks.b).toMatchObject({
    name: 'fetch user',
    config: { url: 'https://api.example.com/v1/orders', timeoutMs: 5_000, headers: [{ key: 'X-A' }] },
  });
});

test('types of the outputs come with a document and go with the next import', async () => {
  const store = storeOf();
  const text = JSON.stringify({
    openapi: '3.1.0',
    servers: [{ url: '/v1' }],
    paths: {
      '/pets': {
        get: {
          responses: { 200: { content: { 'application/json': { schema: { type: 'array' } } } } },
        },
      },
    },
  });
  const { importer, definition } = findImporter(text)!;
  const result = await importer.read(text, { url: 'https://example.com/openapi.json' });
  importBlock(store, definition, result, { blockId: 'b' });
  expect(store.getState().document.blocks.b).toMatchObject({
    config: { url: 'https://example.com/v1/pets' },
    outputs: { data: { type: 'array' } },
  });
  importBlock(store, definition, await findImporter(COMMAND)!.importer.read(COMMAND), { blockId: 'b' });
  expect(store.getState().document.blocks.b).not.toHaveProperty('outputs');
});

test('several commands are imported as a chain in one step; browser headers go in another', async () => {
  const store = storeOf();
  const text =
    'curl https://a.test/login -u me:pw\n' + "curl https://a.test/list -H 'sec-fetch-mode: cors' -H 'X-A: 1'";
  const { importer, definition } = findImporter(text)!;
  const results = await importer.readAll!(text);
  const imported = importBlocks(store, definition, results, {
    place: { kind: 'output', blockId: 'b', handle: 'error' },
  });
  const [login = '', list = ''] = 'blockIds' in imported ? imported.blockIds : [];
  const { document } = store.getState();
  expect(document.blocks[login]?.config).toMatchObject({ auth: { kind: 'basic', username: 'me' } });
  expect(document.edges.slice(-2)).toMatchObject([
    { source: 'b', sourceHandle: 'error', target: login },
    { source: login, target: list },
  ]);
  dropRows(store, [{ blockId: list, ...results[1]!.noise! }]);
  expect(store.getState().document.blocks[list]?.config.headers).toMatchObject([{ key: 'X-A' }]);
  undo(store);
  undo(store);
  expect(store.getState().document).toEqual(lineDocument());
});

test('commands pasted beside a lone Start follow it in a row, which is one step back', async () => {
  const { a: start } = lineDocument().blocks;
  const lone = { ...lineDocument(), blocks: { a: start! }, edges: [] };
  const store = storeOf(lone);
  const text = 'curl https://a.test/login\ncurl https://a.test/list\ncurl https://a.test/item';
  const { importer, definition } = findImporter(text)!;
  const place = placeForPasted(store, { x: 0, y: 900 }, { x: 40, y: 700 });
  const imported = importBlocks(store, definition, await importer.readAll!(text), { place });
  const ids = 'blockIds' in imported ? imported.blockIds : [];
  const { blocks, edges } = store.getState().document;
  expect(edges.map(({ source, target }) => [source, target])).toEqual([
    ['a', ids[0]],
    [ids[0], ids[1]],
    [ids[1], ids[2]],
  ]);
  expect(ids.map((id) => blocks[id]?.position.y)).toEqual([0, 0, 0]);
  undo(store);
  expect(store.getState().document).toEqual(lone);
  // In a workflow with more than a trigger they go to the pointer.
  expect(placeForPasted(storeOf(), { x: 0, y: 900 }, { x: 40, y: 700 }).kind).toBe('point');
});

test('ordinary text is nobody’s import', () => {
  for (const text of ['', 'hello', '{"a": 1}', 'curling is a sport'])
    expect(findImporter(text)).toBeUndefined();
});

test('each different token gets a variable of a free name', () => {
  const secret = (value: string) => ({ path: ['x'], start: 0, value, suggestedName: 'KEY' });
  expect(nameSecrets([secret('a'), secret('b'), secret('a')], ['KEY'])).toEqual([
    { name: 'KEY_2', value: 'a' },
    { name: 'KEY_3', value: 'b' },
  ]);
});

test('several requests of a collection become blocks in a row, in one undoable step', async () => {
  const store = storeOf();
  const request = (name: string) => ({ name, request: { method: 'GET', url: `https://h.example/${name}` } });
  const text = JSON.stringify({
    info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: ['one', 'two', 'three'].map(request),
  });
  const found = findImporter(text)!;
  const choices = (await found.importer.choices!(text)).map(({ id }) => id);
  const place = { kind: 'output', blockId: 'b', handle: 'error' } as const;
  expect(await readImport(store, found, { text, choices: [choices[2]!, choices[0]!] }, { place })).toBe(true);
  const { document } = store.getState();
  const urls = Object.values(document.blocks).map(({ config }) => config.url);
  expect(urls).toEqual(expect.arrayContaining(['https://h.example/three', 'https://h.example/one']));
  expect(urls).not.toContain('https://h.example/two');
  const idOf = (url: string) => Object.values(document.blocks).find(({ config }) => config.url === url)!.id;
  const row = { source: idOf('https://h.example/three'), target: idOf('https://h.example/one') };
  expect(document.edges).toContainEqual(expect.objectContaining(row));
  undo(store);
  expect(store.getState().document).toEqual(lineDocument());
});
