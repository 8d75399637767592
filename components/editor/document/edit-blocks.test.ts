import { describe, expect, test } from 'vitest';
import { moveBlocks, removeBlocks, renameBlock, setConfigField, setEnabled } from './edit-blocks';
import { lineDocument } from './line-document.fixture';

describe('renaming a block', () => {
  test('rewrites every reference to it, escaped ones left alone', () => {
    const renamed = renameBlock(lineDocument(), 'a', 'input');
    expect(renamed.blocks.a?.name).toBe('input');
    expect(renamed.blocks.b?.config.url).toBe('https://example.com/users/<input.id>');
    expect(renamed.blocks.b?.config.headers).toEqual([
      { key: 'X-Id', value: '<input.id> and \\<start.id>', enabled: true },
    ]);
  });

  test('finds references in any spelling of the old name', () => {
    const renamed = renameBlock(lineDocument(), 'b', 'get user');
    expect(renamed.blocks.c?.config.body).toBe('{"user": <getuser.data.name>}');
  });

  test('rewrites whole outputs where they are some, and leaves tags alone', () => {
    const before = lineDocument();
    before.blocks.b!.config = {
      ...before.blocks.b!.config,
      params: [{ key: '<start>', value: '<start>', enabled: true }],
      body: { kind: 'json', value: '{"all": <start>, "tag": "<start>"}' },
    };
    before.blocks.c!.config = { body: '<start ?? {}>' };
    const renamed = renameBlock(before, 'a', 'input');
    expect(renamed.blocks.b?.config.params).toEqual([{ key: '<start>', value: '<input>', enabled: true }]);
    expect(renamed.blocks.b?.config.body).toMatchObject({ value: '{"all": <input>, "tag": "<start>"}' });
    expect(renamed.blocks.c?.config.body).toBe('<input ?? {}>');
  });

  test('that keeps the slug touches no config', () => {
    const before = lineDocument();
    const renamed = renameBlock(before, 'b', 'Fetch User');
    expect(renamed.blocks.b?.name).toBe('Fetch User');
    expect(renamed.blocks.c).toBe(before.blocks.c);
  });

  test('leaves fields that take no references as they are', () => {
    const before = lineDocument();
    before.blocks.a!.config = { fields: [{ name: 'id', type: 'string', default: '<answer.body>' }] };
    expect(renameBlock(before, 'c', 'reply').blocks.a).toBe(before.blocks.a);
  });
});

describe('removing blocks', () => {
  test('takes their connections along', () => {
    const rest = removeBlocks(lineDocument(), new Set(['b', 'c']));
    expect(Object.keys(rest.blocks)).toEqual(['a']);
    expect(rest.edges).toEqual([]);
  });

  test('from the middle of a line closes the line', () => {
    const rest = removeBlocks(lineDocument(), new Set(['b']));
    expect(rest.edges).toEqual([
      { id: 'e1', source: 'a', sourceHandle: 'out', target: 'c', targetHandle: 'in' },
    ]);
  });

  test('does not turn an error way into the normal one', () => {
    const before = lineDocument();
    before.edges[1]!.sourceHandle = 'error';
    expect(removeBlocks(before, new Set(['b'])).edges).toEqual([]);
  });
});

test('a change that changes nothing keeps the document’s identity', () => {
  const document = lineDocument();
  expect(moveBlocks(document, new Map([['a', { x: 0.2, y: -0.3 }]]))).toBe(document);
  expect(setEnabled(document, new Set(['a']), true)).toBe(document);
  expect(setConfigField(document, 'c', 'body', document.blocks.c!.config.body)).toBe(document);
});

test('setting a field to undefined gives it back its default', () => {
  expect(setConfigField(lineDocument(), 'c', 'body', undefined).blocks.c?.config).toEqual({});
});

test('an output that goes takes its connections along, the others stay', () => {
  const document = lineDocument();
  const branches = [
    { id: 'x', label: '', expression: '1' },
    { id: 'y', label: '', expression: '2' },
  ];
  const block = { ...document.blocks.b!, type: 'condition', config: { branches } };
  const edge = (id: string, sourceHandle: string) => ({
    id,
    source: 'b',
    sourceHandle,
    target: 'c',
    targetHandle: 'in',
  });
  const before = {
    ...document,
    blocks: { ...document.blocks, b: block },
    edges: [edge('1', 'x'), edge('2', 'y'), edge('3', 'else')],
  };
  const after = setConfigField(before, 'b', 'branches', branches.slice(1));
  expect(after.edges.map(({ id }) => id)).toEqual(['2', '3']);
  expect(setConfigField(before, 'b', 'branches', branches.toReversed()).edges).toBe(before.edges);
});
