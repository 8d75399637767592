import { describe, expect, it } from 'vitest';
import { blockDefinitions } from '../blocks/registry/definitions';
import { compileWorkflow } from '../engine/compile-workflow';
import { checkWorkflow } from './check-workflow';
import { configExcess, MAX_CONFIG_VALUES, MAX_FIELD_CHARACTERS } from './config-limits';
import { WorkflowDocument } from './schema';

const position = { x: 0, y: 0 };

function documentWith(type: string, config: Record<string, unknown>): WorkflowDocument {
  return WorkflowDocument.parse({
    blocks: {
      s: { id: 's', type: 'start', name: 's', position },
      b: { id: 'b', type, name: 'b', position, config },
    },
    edges: type === 'note' ? [] : [{ id: 'e', source: 's', target: 'b' }],
  });
}

const refusals = (document: WorkflowDocument) => checkWorkflow(document).filter(({ refuses }) => refuses);
const tooLarge = (document: WorkflowDocument) =>
  checkWorkflow(document).filter(({ code }) => code === 'FIELD_TOO_LARGE');

const FIELDS = [...blockDefinitions].flatMap(([type, { fields }]) =>
  fields.map(({ name, label }) => ({ type, name, label })),
);

describe.each(FIELDS)('$type.$name', ({ type, name, label }) => {
  it.each([
    ['a text', 'x'.repeat(MAX_FIELD_CHARACTERS + 1)],
    ['rows', Array.from({ length: 100 }, () => ({ value: 'x'.repeat(MAX_FIELD_CHARACTERS / 100) }))],
  ])('more than 1 MB of text is refused, with its place: %s', (_, value) => {
    const found = refusals(documentWith(type, { [name]: value })).filter(({ blockId }) => blockId === 'b');
    expect(found).toMatchObject([{ code: 'FIELD_TOO_LARGE', field: name, severity: 'error' }]);
    expect(found[0]?.message).toContain(`${label} holds more than 1 MB of text`);
  });

  it('1 MB is not', () => {
    expect(tooLarge(documentWith(type, { [name]: 'x'.repeat(MAX_FIELD_CHARACTERS) }))).toEqual([]);
  });

  it('more than 50,000 names and values are refused, also where no schema reads them', () => {
    const row = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`k${index}`, index]));
    const found = refusals(documentWith(type, { [name]: Array(200).fill(row) }));
    expect(found).toMatchObject([{ code: 'FIELD_TOO_LARGE', blockId: 'b', field: name }]);
    expect(found[0]?.message).toContain('50,000');
  });
});

it('they are counted over all fields of a block, and text of each by itself', () => {
  const half = Array.from({ length: MAX_CONFIG_VALUES / 2 }, () => 0);
  const text = 'x'.repeat(MAX_FIELD_CHARACTERS);
  expect(tooLarge(documentWith('api', { headers: half }))).toEqual([]);
  expect(tooLarge(documentWith('api', { headers: half, query: half }))).toMatchObject([{ field: 'query' }]);
  expect(tooLarge(documentWith('api', { url: text, body: { kind: 'raw', value: text.slice(20) } }))).toEqual(
    [],
  );
});

it('levels are counted, of any value', () => {
  const nested = (levels: number): unknown =>
    Array.from({ length: levels }).reduce((inside: unknown) => [inside], 0);
  expect(tooLarge(documentWith('api', { headers: nested(500) }))).toEqual([]);
  for (const levels of [501, 100_000]) {
    const [found] = tooLarge(documentWith('api', { headers: nested(levels) }));
    expect(found).toMatchObject({ field: 'headers', refuses: true });
    expect(found?.message).toContain('nested more than 500 levels deep');
  }
});

it('no member behind the first too many is looked at', () => {
  let reads = 0;
  const endless: unknown[] = new Proxy(Array(1_000_000).fill(0), {
    get(target, key) {
      reads += typeof key === 'string' && /^\d/.test(key) ? 1 : 0;
      return Reflect.get(target, key);
    },
  });
  expect(configExcess({ fields: [] }, { headers: endless })).toMatchObject({ field: 'headers' });
  expect(reads).toBeLessThanOrEqual(MAX_CONFIG_VALUES);
});

it('more than 100 settings are counted, not read', () => {
  let reads = 0;
  const settings = (count: number) =>
    new Proxy(Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index])), {
      get(target, key) {
        reads += 1;
        return Reflect.get(target, key);
      },
    });
  const block = (count: number) => ({
    id: 'b',
    type: 'api',
    name: 'b',
    position,
    config: settings(count),
  });
  const { error } = WorkflowDocument.safeParse({ blocks: { b: block(101) }, edges: [] });
  expect(error?.issues).toMatchObject([
    { path: ['blocks', 'b', 'config'], message: 'At most 100 settings; this has 101.' },
  ]);
  expect(reads).toBe(0);
  expect(WorkflowDocument.safeParse({ blocks: { b: block(100) }, edges: [] }).success).toBe(true);
});

it('what was stored before there was a limit still runs', () => {
  const body = { kind: 'raw', value: 'x'.repeat(2 * MAX_FIELD_CHARACTERS) };
  const { problem, blocks } = compileWorkflow(
    documentWith('api', { url: 'https://h.example/', method: 'POST', body }),
  );
  expect(problem).toBeNull();
  expect(blocks.map((block) => block.problem)).toEqual([null, null]);
});
