import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SCHEMA_VERSION } from './migrate-document';
import type { WorkflowDocument } from './schema';
import { parseWorkflowFile, printWorkflowFile } from './workflow-file';

const document = { blocks: {}, edges: [] };

describe('parseWorkflowFile', () => {
  it('reads an exported file', () => {
    const file = parseWorkflowFile(JSON.stringify({ name: 'Orders', document }), 'x.json');
    const whole = { schemaVersion: SCHEMA_VERSION, ...document, loops: {}, parallels: {} };
    expect(file).toEqual({ name: 'Orders', document: whole });
  });

  it('reads a bare document and names it after its file', () => {
    expect(parseWorkflowFile(JSON.stringify(document), 'orders.json').name).toBe('orders');
  });

  it('takes the JSON Schema that a file names, in either form', () => {
    const $schema = 'http://localhost:3000/schemas/workflow.json';
    expect(parseWorkflowFile(JSON.stringify({ $schema, ...document }), 'x.json').name).toBe('x');
    const wrapped = parseWorkflowFile(JSON.stringify({ $schema, name: 'Orders', document }), 'x.json');
    expect(wrapped).not.toHaveProperty('$schema');
  });

  it('refuses a file of a newer version in words', () => {
    const text = JSON.stringify({ ...document, schemaVersion: SCHEMA_VERSION + 1 });
    expect(() => parseWorkflowFile(text, 'x.json')).toThrow(/^x.json: The workflow was saved by a newer/);
  });

  it('says where a file is wrong', () => {
    const text = JSON.stringify({ blocks: {}, edges: [{ id: 'e 1' }] });
    expect(() => parseWorkflowFile(text, 'x.json')).toThrow('x.json is not a workflow: at edges.0.id');
    expect(() => parseWorkflowFile('nope', 'x.json')).toThrow('x.json is not JSON.');
  });
});

describe('levels', () => {
  const nested = (levels: number, inside: string) => `${'['.repeat(levels)}${inside}${']'.repeat(levels)}`;
  const position = { x: 0, y: 0 };
  const fileWith = (value: string) =>
    '{"edges": [], "blocks": {"b": {"id": "b", "type": "api", "name": "b", ' +
    `"position": {"x": 0, "y": 0}, ${value}}}}`;

  it.each([
    ['a config', `"config": {"a": ${nested(100_000, '1')}}`],
    [
      'known outputs',
      `"outputs": {"a": ${'{"type": "array", "items": '.repeat(50_000)}{"type": "any"}${'}'.repeat(50_000)}}`,
    ],
  ])('a file with too many is refused in words: %s', (_, member) => {
    expect(() => parseWorkflowFile(fileWith(member), 'x.json')).toThrow(
      'x.json is nested more than 500 levels deep.',
    );
  });

  it('a document with too many is not written, in words', () => {
    const a = JSON.parse(nested(100_000, '1'));
    const deep = { id: 'b', type: 'api', name: 'b', position, enabled: true, config: { a } };
    const whole = { schemaVersion: SCHEMA_VERSION, loops: {}, parallels: {}, edges: [], blocks: { b: deep } };
    expect(() => printWorkflowFile({ name: 'x', document: whole })).toThrow(
      'The workflow is nested more than 500 levels deep.',
    );
  });
});

const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,8}$/);
const pixels = fc.integer({ min: -9_000, max: 9_000 });
const block = fc.record({
  type: fc.constantFrom('api', 'function', 'note'),
  name: fc.constantFrom('Orders', 'send_it'),
  position: fc.record({ x: pixels, y: pixels }),
  enabled: fc.boolean(),
  // No accepted document has the one key that is refused.
  config: fc.dictionary(
    fc.string().filter((key) => key !== '__proto__'),
    fc.jsonValue(),
    { maxKeys: 4 },
  ),
});
const documents: fc.Arbitrary<WorkflowDocument> = fc
  .record({ blocks: fc.dictionary(id, block, { maxKeys: 6 }), ends: fc.array(fc.tuple(id, id)) })
  .map(({ blocks, ends }) => ({
    schemaVersion: SCHEMA_VERSION,
    blocks: Object.fromEntries(Object.entries(blocks).map(([key, made]) => [key, { id: key, ...made }])),
    edges: ends.map(([source, target], index) => ({
      id: `e${String(index).padStart(3, '0')}`,
      source,
      sourceHandle: 'out',
      target,
      targetHandle: 'in',
    })),
    loops: {},
    parallels: {},
  }));

const backwards = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, item]) => [key, backwards(item)]),
  );
};

describe('printWorkflowFile', () => {
  it('is read back as the same workflow, whatever it holds', () => {
    fc.assert(
      fc.property(documents, fc.constantFrom('', 'What it does\nin two lines'), (made, description) => {
        const file = { name: 'Orders', description, document: made };
        const text = printWorkflowFile(file);
        const read = parseWorkflowFile(text, 'x.json');
        expect(read).toEqual(JSON.parse(JSON.stringify(file)));
        expect(printWorkflowFile(read)).toBe(text);
      }),
    );
  });

  it('is the same text in whatever order keys and connections are stored', () => {
    fc.assert(
      fc.property(documents, (made) => {
        const turned = backwards({ ...made, edges: made.edges.toReversed() }) as WorkflowDocument;
        const [one, other] = [made, turned].map((each) => printWorkflowFile({ name: 'A', document: each }));
        expect(other).toBe(one);
      }),
    );
  });

  it('changes one line when one field changes, and none for a part of a pixel', () => {
    const lines = (x: number, url: string) => {
      const api = { id: 'a', type: 'api', name: 'a', position: { x, y: 0 }, enabled: true, config: { url } };
      const whole = { schemaVersion: SCHEMA_VERSION, edges: [], loops: {}, parallels: {} };
      return printWorkflowFile({ name: 'A', document: { ...whole, blocks: { a: api } } }).split('\n');
    };
    const before = lines(10, 'https://a.example');
    expect(lines(10.3, 'https://a.example')).toEqual(before);
    const after = lines(10, 'https://b.example');
    expect(after.filter((line, index) => line !== before[index])).toHaveLength(1);
    expect(before.at(-1)).toBe('');
  });

  it('keeps numbers that a double can not hold', () => {
    const text = printWorkflowFile(
      parseWorkflowFile(
        '{"edges":[],"blocks":{"a":{"id":"a","type":"x","name":"a","position":{"x":0,"y":0},' +
          '"config":{"n":12345678901234567890}}}}',
        'x.json',
      ),
    );
    expect(text).toContain('"n": 12345678901234567890');
  });
});
