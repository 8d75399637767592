import { expect, test } from 'vitest';
import { definitionOf } from './definition-of';
import { lineDocument } from './line-document.fixture';
import { loopDocument } from './loop-document.fixture';
import { replaceBlock, replacements, whyNotReplace } from './replace-block';

const kind = (type: string) => definitionOf(type)!;
const ends = ({ edges }: ReturnType<typeof lineDocument>) =>
  edges.map(({ source, sourceHandle, target }) => `${source} ${sourceHandle} ${target}`).sort();

test('a block becomes one of another kind with its connections, its place and the name it was given', () => {
  const document = lineDocument();
  const { document: after, dropped } = replaceBlock(document, 'b', kind('function'));
  expect(after.blocks.b).toMatchObject({ id: 'b', type: 'function', name: 'fetch user', enabled: true });
  expect(after.blocks.b!.position).toEqual(document.blocks.b!.position);
  expect(ends(after)).toEqual(ends(document));
  expect(dropped).toEqual([]);
  expect(after.blocks.b!.config).toEqual({});
});

test('a name that said its kind says the new one, and references follow it', () => {
  const document = lineDocument();
  document.blocks.b = { ...document.blocks.b!, name: 'api' };
  document.blocks.c = { ...document.blocks.c!, config: { body: '{"user": <api.data>}' } };
  const { document: after } = replaceBlock(document, 'b', kind('function'));
  expect(after.blocks.b!.name).toBe('function');
  expect(after.blocks.c!.config.body).toBe('{"user": <function.data>}');
});

test('branches that the new kind has no port for are dropped, and told; errors never lead on', () => {
  const document = lineDocument();
  const branches = ['yes', 'no'].map((id) => ({ id, label: id, expression: 'true' }));
  document.blocks.b = { ...document.blocks.b!, type: 'condition', config: { branches } };
  document.blocks.d = { ...document.blocks.c!, id: 'd', name: 'other' };
  document.edges = [
    document.edges[0]!,
    { id: 'y', source: 'b', sourceHandle: 'yes', target: 'c', targetHandle: 'in' },
    { id: 'n', source: 'b', sourceHandle: 'no', target: 'd', targetHandle: 'in' },
  ];
  const { document: after, dropped } = replaceBlock(document, 'b', kind('api'));
  expect(ends(after)).toEqual(['a out b', 'b out c']);
  expect(dropped.map(({ id }) => id)).toEqual(['n']);

  const failing = lineDocument();
  failing.edges[1] = { ...failing.edges[1]!, sourceHandle: 'error' };
  expect(ends(replaceBlock(failing, 'b', kind('response')).document)).toEqual(['a out b']);
});

test('settings stay that both kinds have: a loop’s list in a parallel', () => {
  const document = loopDocument();
  const loop = Object.values(document.blocks).find(({ type }) => type === 'loop')!;
  const shared = kind('parallel').fields.filter(({ name, kind: own }) =>
    kind('loop').fields.some((field) => field.name === name && field.kind === own),
  );
  document.blocks[loop.id] = { ...loop, config: { items: '<start.list>', nonsense: 1 } };
  const { document: after } = replaceBlock(document, loop.id, kind('parallel'));
  expect(shared.map(({ name }) => name)).toContain('items');
  expect(after.blocks[loop.id]!.config).toEqual({ items: '<start.list>' });
});

test('what can’t be is refused in words', () => {
  const document = loopDocument();
  const loop = Object.values(document.blocks).find(({ type }) => type === 'loop')!;
  const inside = Object.values(document.blocks).find(({ parentId }) => parentId === loop.id)!;
  expect(whyNotReplace(document, loop.id, kind('api'))).toMatch(/Take them out first/);
  expect(whyNotReplace(document, loop.id, kind('parallel'))).toBeNull();
  expect(whyNotReplace(document, inside.id, kind('webhook-trigger'))).toMatch(/can’t be inside/);
  expect(whyNotReplace(document, 'gone', kind('api'))).toBe('The block no longer exists.');
  const starts = replacements({ type: 'note' });
  expect(starts).toEqual([]);
  expect(replacements({ type: 'api' }).some(({ note, type }) => note || type === 'api')).toBe(false);
});
