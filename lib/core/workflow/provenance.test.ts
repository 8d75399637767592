import { describe, expect, it } from 'vitest';
import { blockDefinitions } from '../blocks/registry/definitions';
import { sourcesOf, usesOf, type ValuePath } from './provenance';
import { WorkflowDocument } from './schema';

const position = { x: 0, y: 0 };
const block = (id: string, type: string, config: object, more: object = {}) => [
  id,
  { id, type, name: id, position, config, ...more },
];
const document = WorkflowDocument.parse({
  blocks: Object.fromEntries([
    block('start', 'start', {}),
    block('set', 'variables', { values: [{ name: 'region', type: 'string', value: '<start.region>' }] }),
    block('api', 'api', {
      url: 'https://example.com/<start.id>/<variable.region>',
      method: 'POST',
      headers: [
        { key: 'x-off', value: '<start.off>', enabled: false },
        { key: 'x-request', value: '<start.headers.id>' },
      ],
      body: {
        kind: 'json',
        value: '{"user": {"name": "Dear <start.name>", "n": <start.n>}, "all": <start.all>}',
      },
    }),
    block('code', 'function', {
      code: 'return <start.a> + {{TOKEN}} + <api.data.list>[0] + <start.a>;',
    }),
    block('each', 'loop', { items: '<api.data.items>' }),
    block(
      'inner',
      'transform',
      { fields: [{ name: 'id', type: 'any', value: '<loop.item.id>' }] },
      { parentId: 'each' },
    ),
    block('shape', 'transform', {
      fields: [
        { name: 'whole', type: 'any', value: ' <api.data> ' },
        { name: 'text', type: 'string', value: 'Order <api.data.order.id> of <start.name>' },
        { name: 'all', type: 'any', value: '<start>' },
        { name: 'tag', type: 'string', value: '<start>' },
      ],
    }),
  ]),
  edges: [],
});
const from = (blockId: string, path: ValuePath) =>
  sourcesOf(document, blockDefinitions, { blockId, path }).map((one) => [
    one.blockId,
    one.path?.join('.') ?? null,
  ]);

describe('where a value of an input comes from', () => {
  it('is each reference of its field', () => {
    expect(from('shape', ['fields', 1, 'value'])).toEqual([
      ['api', 'data.order.id'],
      ['start', 'name'],
    ]);
    expect(from('api', ['method'])).toEqual([]);
    expect(from('nothing', ['url'])).toEqual([]);
  });

  it('is followed as deep as the place goes, where the field is one reference', () => {
    expect(from('shape', ['fields', 0, 'value', 'items', 2, 'id'])).toEqual([['api', 'data.items.2.id']]);
  });

  it('is the whole output where that is meant, and followed into it', () => {
    expect(from('shape', ['fields', 2, 'value', 'region'])).toEqual([['start', 'region']]);
    expect(from('shape', ['fields', 3, 'value'])).toEqual([]);
    const uses = usesOf(document, blockDefinitions, { blockId: 'start', path: ['nowhere else'] });
    expect(uses).toEqual([{ reference: '<start>', blockId: 'shape', field: 'fields[2].value' }]);
  });

  it('is found in rows that became pairs, without those that are switched off', () => {
    expect(from('api', ['headers', 0, 1])).toEqual([['start', 'headers.id']]);
    expect(from('api', ['headers', 0])).toEqual([['start', 'headers.id']]);
  });

  it('is found in the part of a JSON body', () => {
    expect(from('api', ['body', 'value', 'user', 'name'])).toEqual([['start', 'name']]);
    expect(from('api', ['body', 'value', 'user'])).toEqual([
      ['start', 'name'],
      ['start', 'n'],
    ]);
    expect(from('api', ['body', 'value'])).toHaveLength(3);
  });

  it('is the reference that a value beside code belongs to', () => {
    expect(from('code', ['code', 'values', '<start.a>'])).toEqual([['start', 'a']]);
    expect(from('code', ['code', 'values', '{{TOKEN}}'])).toEqual([]);
    expect(from('code', ['code', 'values', '<api.data.list>', 3, 'id'])).toEqual([['api', 'data.list.3.id']]);
  });

  it('is the reference that a variable of code in an older log stands for', () => {
    expect(from('code', ['code', 'bindings', '$ref0'])).toEqual([['start', 'a']]);
    expect(from('code', ['code', 'bindings', '$ref1'])).toEqual([]);
    expect(from('code', ['code', 'bindings', '$ref2', 3, 'id'])).toEqual([['api', 'data.list.3.id']]);
    expect(from('code', ['code', 'code'])).toHaveLength(2);
  });

  it('is the block that sets a variable, and the container of an item', () => {
    expect(from('api', ['url'])).toEqual([
      ['start', 'id'],
      ['set', 'region'],
    ]);
    expect(from('inner', ['fields', 0, 'value'])).toEqual([['each', null]]);
  });
});

describe('where a value of an output went', () => {
  const uses = (blockId: string, path: ValuePath) =>
    usesOf(document, blockDefinitions, { blockId, path }).map(({ blockId: id, field }) => `${id} ${field}`);

  it('is each field that refers to it, to a part of it, or to what holds it', () => {
    expect(uses('api', ['data', 'items', 0])).toEqual([
      'each items',
      'inner fields[0].value',
      'shape fields[0].value',
    ]);
    expect(uses('api', ['data'])).toEqual([
      'code code',
      'each items',
      'inner fields[0].value',
      'shape fields[0].value',
      'shape fields[1].value',
    ]);
    expect(uses('start', ['name'])).toEqual([
      'api body.value',
      'shape fields[1].value',
      'shape fields[2].value',
    ]);
    expect(uses('api', ['status'])).toEqual([]);
  });

  it('is followed through variables, and through the items of containers as deep as they lie', () => {
    expect(uses('set', ['region'])).toEqual(['api url']);
    expect(uses('set', ['other'])).toEqual([]);
    expect(uses('api', ['data', 'items', 3, 'id'])).toContain('inner fields[0].value');
    expect(uses('api', ['data', 'items', 3, 'name'])).not.toContain('inner fields[0].value');
    const nested = WorkflowDocument.parse({
      blocks: Object.fromEntries([
        block('api', 'api', {}),
        block('outer', 'loop', { items: '<api.data>' }),
        block('within', 'loop', { items: '<loop.item.lines>' }, { parentId: 'outer' }),
        block('code', 'function', { code: 'return <loop.item.sku> + <loop.index>' }, { parentId: 'within' }),
      ]),
      edges: [],
    });
    const found = (path: ValuePath) =>
      usesOf(nested, blockDefinitions, { blockId: 'api', path }).map(({ blockId }) => blockId);
    expect(found(['data', 1, 'lines', 2, 'sku'])).toEqual(['outer', 'within', 'code']);
    expect(found(['data', 1, 'lines', 2, 'n'])).toEqual(['outer', 'within']);
    expect(found(['data', 1, 'other'])).toEqual(['outer']);
  });

  it('is found where an index counts from the end', () => {
    const last = WorkflowDocument.parse({
      blocks: Object.fromEntries([
        block('api', 'api', {}),
        block('code', 'function', { code: 'return <api.data.items[-1].sku?>' }),
      ]),
      edges: [],
    });
    const output = { data: { items: [{ sku: 'a' }, { sku: 'b' }] } };
    const found = (index: number, known: object = { output }) =>
      usesOf(last, blockDefinitions, { blockId: 'api', path: ['data', 'items', index], ...known });
    expect([found(0), found(1)].map(({ length }) => length)).toEqual([0, 1]);
    expect(found(0, {})).toHaveLength(1);
  });
});
