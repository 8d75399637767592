import { describe, expect, it } from 'vitest';
import { blockDefinitions } from '../blocks/registry/definitions';
import { compileWorkflow } from '../engine/compile-workflow';
import type { TraceSpan } from '../engine/trace-span';
import { WorkflowDocument } from '../workflow/schema';
import { retainedEntries } from './retained-entries';

const position = { x: 0, y: 0 };
const block = (id: string, type: string, config: object = {}, more: object = {}) => [
  id,
  { id, type, name: id, position, config, ...more },
];
const span = (id: string, type: string, output: object, more: Partial<TraceSpan> = {}): TraceSpan => ({
  id,
  parentId: null,
  blockId: id.split('@')[0] ?? id,
  name: id.split('@')[0] ?? id,
  type,
  status: 'success',
  startTime: '2026-01-01T00:00:00.000Z',
  endTime: '2026-01-01T00:00:01.000Z',
  durationMs: 1_000,
  input: null,
  output,
  error: null,
  children: [],
  ...more,
});
const AT = '2026-02-01T00:00:00.000Z';

function kept(
  blocks: ReturnType<typeof block>[],
  edges: Array<[string, string, string?]>,
  spans: TraceSpan[],
  fromId: string,
) {
  const document = WorkflowDocument.parse({
    blocks: Object.fromEntries(blocks),
    edges: edges.map(([source, target, sourceHandle = 'out'], at) => ({
      id: `e${at}`,
      source,
      target,
      sourceHandle,
    })),
  });
  const recorded = { executionId: 'x', spans, wholes: new Map(), output: null, error: null };
  const options = { fromId, at: AT, secretNames: new Set(['TOKEN']) };
  return retainedEntries(compileWorkflow(document), recorded, blockDefinitions, options);
}
const entriesOf = (run: ReturnType<typeof kept>) => ('entries' in run ? run.entries : []);
const refusalOf = (run: ReturnType<typeof kept>) => ('refusal' in run ? run.refusal : null);
const shape = (id: string, value: string) =>
  block(id, 'transform', { fields: [{ name: 'v', type: 'any', value }] });

describe('a run that goes on from a block', () => {
  it('keeps the branch that was taken: of conditions, of waits and of failures that were caught', () => {
    const branches = [{ id: 'if', label: '', expression: 'true' }];
    const error = { code: 'X', message: 'x' };
    const run = kept(
      [
        block('start', 'start'),
        block('choose', 'condition', { branches }),
        block('ask', 'wait', { kind: 'approval' }),
        block('api', 'api', { url: 'https://example.com' }),
        shape('last', '1'),
        shape('meanwhile', '2'),
      ],
      [
        ['start', 'choose'],
        ['choose', 'ask', 'if'],
        ['ask', 'api', 'rejected'],
        ['ask', 'meanwhile', 'waiting'],
        ['api', 'last', 'error'],
      ],
      [
        span('start', 'start', {}),
        span('choose', 'condition', { branch: 'if', matched: true }),
        span('meanwhile', 'transform', { result: {} }),
        span('ask', 'wait', { url: 'u', decision: 'rejected', answeredAt: AT }),
        span('api', 'api', { status: null }, { status: 'error', error, cost: 3 }),
        span('last', 'transform', { result: null }, { status: 'error', error }),
      ],
      'last',
    );
    expect(entriesOf(run).map(({ blockId, branch, early }) => [blockId, branch, early])).toEqual([
      ['start', 'out', undefined],
      ['choose', 'if', undefined],
      ['meanwhile', 'out', undefined],
      ['ask', 'rejected', 'waiting'],
      ['api', 'error', undefined],
    ]);
    expect(entriesOf(run).at(-1)?.span).toMatchObject({ durationMs: 0, startTime: AT });
    expect(entriesOf(run).at(-1)?.span).not.toHaveProperty('cost');
  });

  it('keeps of what ran in a container only the variables that it set', () => {
    const values = [{ name: 'seen', type: 'any', value: '<loop.index>' }];
    const inside = [0, 1].flatMap((iteration) => [
      span(`set@each:${iteration}`, 'variables', { seen: iteration }, { parentId: 'each', iteration }),
      span(`work@each:${iteration}`, 'transform', { result: {} }, { parentId: 'each', iteration }),
    ]);
    const run = kept(
      [
        block('start', 'start'),
        block('each', 'loop', { kind: 'count', count: 2 }),
        block('set', 'variables', { values }, { parentId: 'each' }),
        block('work', 'transform', {}, { parentId: 'each' }),
        shape('last', '<variable.seen>'),
      ],
      [
        ['start', 'each'],
        ['set', 'work'],
        ['each', 'last'],
      ],
      [span('start', 'start', {}), span('each', 'loop', { results: [] }, { children: inside })],
      'last',
    );
    expect(entriesOf(run).map(({ blockId, iteration }) => [blockId, iteration])).toEqual([
      ['start', undefined],
      ['set', 'each:0'],
      ['set', 'each:1'],
      ['each', undefined],
    ]);
  });

  it('is refused where a value that is needed is masked or cut, and only there', () => {
    const from = (output: object, value: string) =>
      refusalOf(
        kept(
          [
            block('start', 'start'),
            block('api', 'api', { url: 'https://example.com' }),
            shape('last', value),
          ],
          [
            ['start', 'api'],
            ['api', 'last'],
          ],
          [span('start', 'start', {}), span('api', 'api', { data: output })],
          'last',
        ),
      );
    const output = { key: 'Bearer {{TOKEN}}', typed: '***', text: '{{other}}', fine: 1 };
    expect(from(output, '<api.data.key>')).toMatch(/“last” needs a value of “api”.*secret/);
    expect(from(output, 'is <api.data.typed>')).toMatch(/secret/);
    expect(from(output, '<api.data>')).toMatch(/secret/);
    expect(from(output, '<api.data.text> <api.data.fine>')).toBeNull();
    const cut = { truncated: true, bytes: 9_000_000, fileId: null, head: 'x' };
    expect(from({ cut, fine: 1 }, '<api.data.cut.length?>')).toMatch(/too large/);
    expect(from({ cut, fine: 1 }, '<api.data.fine>')).toBeNull();
  });
});
