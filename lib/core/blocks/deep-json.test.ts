import { describe, expect, it } from 'vitest';
import { isNestedTooDeeply, MAX_JSON_DEPTH } from '../../platform/text/json-depth';
import { compileWorkflow } from '../engine/compile-workflow';
import { ReferenceBudget } from '../references/reference-budget';
import { checkWorkflow } from '../workflow/check-workflow';
import { fieldOfPlace, WorkflowDocument } from '../workflow/schema';
import { compileField } from './compile-field';
import { blockDefinitions } from './registry/definitions';

const nested = (levels: number, inside = ''): string => '['.repeat(levels) + inside + ']'.repeat(levels);
const DEEP = nested(100_000);
const isKnown = (slug: string): boolean => slug === 's';
const rowsOf = (value: string) => [{ name: 'a', type: 'any', value }];

function documentWith(type: string, config: Record<string, unknown>): WorkflowDocument {
  const position = { x: 0, y: 0 };
  return WorkflowDocument.parse({
    blocks: {
      s: { id: 's', type: 'start', name: 's', position },
      b: { id: 'b', type, name: 'b', position, config },
    },
    edges: [{ id: 'e', source: 's', target: 'b' }],
  });
}

/** Configs with the text in each field that may become a value, with its label. */
const FIELDS: ReadonlyArray<
  [type: string, place: string, config: (text: string) => Record<string, unknown>]
> = [
  ['transform', 'fields.0.value', (text) => ({ fields: rowsOf(text) })],
  ['variables', 'variables.0.value', (text) => ({ variables: rowsOf(text) })],
  ['workflow', 'input.0.value', (text) => ({ workflowId: 'w', input: rowsOf(text) })],
  ['response', 'body', (text) => ({ body: text })],
  ['loop', 'items', (text) => ({ kind: 'forEach', items: text })],
  ['parallel', 'items', (text) => ({ kind: 'collection', items: text })],
  [
    'api',
    'body.value',
    (value) => ({ url: 'https://h.example/', method: 'POST', body: { kind: 'json', value } }),
  ],
  [
    'api',
    'body.variables',
    (variables) => ({
      url: 'https://h.example/',
      method: 'POST',
      body: { kind: 'graphql', query: 'query { a }', variables },
    }),
  ],
  [
    'agent',
    'tools.0.body',
    (body) => ({
      tools: [{ kind: 'request', name: 'look', method: 'POST', url: 'https://h.example/', body }],
    }),
  ],
];

describe.each(FIELDS)('JSON in a text: %s.%s', (type, place, config) => {
  const field = fieldOfPlace(place);
  const label = blockDefinitions.get(type)?.fields.find(({ name }) => name === field)?.label ?? '?';

  it.each([
    ['alone', DEEP],
    ['with a reference', nested(100_000, '<s.v>')],
    ['one level too many', nested(MAX_JSON_DEPTH + 1)],
  ])('too many levels are an error at the field: %s', (_, text) => {
    const document = documentWith(type, config(text));
    expect(compileWorkflow(document).problem).toBeNull();
    const found = checkWorkflow(document).filter(({ code }) => code === 'JSON_TOO_DEEP');
    expect(found).toMatchObject([{ blockId: 'b', field: place, severity: 'error', refuses: false }]);
    expect(found[0]?.message).toMatch(/more than 500 levels deep/);
    if (type !== 'agent') expect(found[0]?.message).toContain(label);
  });

  it('500 levels are not', () => {
    const document = documentWith(type, config(nested(MAX_JSON_DEPTH)));
    expect(compileWorkflow(document).problem).toBeNull();
    expect(checkWorkflow(document).map(({ code }) => code)).not.toContain('JSON_TOO_DEEP');
  });
});

it('text of brackets that is never read as JSON stays text', () => {
  const text = `see ${'['.repeat(600)}`;
  const { problem, resolve } = compileField('value', text, isKnown);
  expect(problem).toBeNull();
  expect(resolve({ outputs: new Map(), variables: new Map(), budget: new ReferenceBudget() })).toBe(text);
  expect(compileField('text', DEEP, isKnown).problem).toBeNull();
});

it('JSON that references make too deep is an error when it is made', () => {
  const { resolve } = compileField({ references: 'value', label: 'Value' }, '{"a": <s.v:raw>}', isKnown);
  const scope = {
    outputs: new Map([['s', { v: DEEP }]]),
    variables: new Map(),
    budget: new ReferenceBudget(),
  };
  expect(() => resolve(scope)).toThrow(expect.objectContaining({ code: 'JSON_TOO_DEEP' }));
});

it('nobody counts levels behind the first too many', () => {
  const endless = { reads: 0 };
  const text = Object.create(String.prototype, {
    length: { value: 1_000_000 },
    charCodeAt: {
      value: () => {
        endless.reads += 1;
        return '['.charCodeAt(0);
      },
    },
  }) as string;
  expect(isNestedTooDeeply(text)).toBe(true);
  expect(endless.reads).toBe(MAX_JSON_DEPTH + 1);
});
