import { describe, expect, it } from 'vitest';
import { compileWorkflow } from '../../engine/compile-workflow';
import type { JournalEntry } from '../../engine/ports';
import { runWorkflow } from '../../engine/run-workflow';
import { checkWorkflow } from '../../workflow/check-workflow';
import { WorkflowDocument } from '../../workflow/schema';
import { executors } from '../registry/executors';

type Line = [name: string, type: string, config: object, parentId?: string];

function set(name: string, variables: Record<string, string>, parentId = ''): Line {
  const rows = Object.entries(variables).map(([each, value]) => ({ name: each, value }));
  return [name, 'variables', { variables: rows }, parentId];
}

function workflow(lines: Line[], edges: string[]): WorkflowDocument {
  const all: Line[] = [['start', 'start', {}], ...lines];
  return WorkflowDocument.parse({
    blocks: Object.fromEntries(
      all.map(([id, type, config, parentId]) => [
        id,
        { id, type, name: id, position: { x: 0, y: 0 }, config, ...(parentId ? { parentId } : {}) },
      ]),
    ),
    edges: edges.map((edge, at) => {
      const [source, target] = edge.split('>');
      return { id: `e${at}`, source, target };
    }),
  });
}

function run(document: WorkflowDocument, restored: readonly JournalEntry[] = []) {
  const journal: JournalEntry[] = [];
  const outcome = runWorkflow(
    compileWorkflow(document),
    { executionId: 'x', input: {} },
    {
      executors,
      http: { request: () => Promise.reject(new Error('nothing is sent')), close: async () => {} },
      now: Date.now,
      variables: new Map(),
      signal: new AbortController().signal,
      restored,
      journal: (entry) => void journal.push(entry),
    },
  );
  return outcome.then((end) => ({ ...end, journal }));
}

const problemsOf = (document: WorkflowDocument) =>
  checkWorkflow(document).map(({ code, severity, message }) => `${severity} ${code}: ${message}`);

describe('variables', () => {
  const TWICE = workflow(
    [
      set('first', { n: '1', text: 'a' }),
      set('second', { n: '[<variable.n>, "<variable.text>"]' }),
      ['out', 'response', { body: '{"n": <variable.n>, "text": <variable.text>, "own": <first.n>}' }],
    ],
    ['start>first', 'first>second', 'second>out'],
  );

  it('are read by later blocks, set again, and kept where they are not', async () => {
    expect(problemsOf(TWICE)).toEqual([]);
    expect((await run(TWICE)).output).toEqual({ n: [1, 'a'], text: 'a', own: 1 });
  });

  it('are what they were when a run goes on after a crash, at each point', async () => {
    const { journal, output } = await run(TWICE);
    for (let count = 0; count <= journal.length; count += 1)
      expect((await run(TWICE, journal.slice(0, count))).output).toEqual(output);
  });

  it('are what they were, whatever order the journal is read in: all ended in one millisecond', async () => {
    const { journal, output } = await run(TWICE);
    expect((await run(TWICE, journal.slice(0, 3).reverse())).output).toEqual(output);
    const first = await run(TWICE, journal.slice(0, 2));
    const second = await run(TWICE, [...journal.slice(0, 2), ...first.journal.slice(0, 1)].reverse());
    expect(second.output).toEqual(output);
  });

  const LOOP = workflow(
    [
      set('first', { all: '[]' }),
      ['each', 'loop', { items: '["a", "b", "c"]', result: '<variable.all>' }],
      set('add', { all: '[<variable.all>, "<loop.item>"]' }, 'each'),
      ['out', 'response', { body: '<variable.all>' }],
    ],
    ['start>first', 'first>each', 'each>out'],
  );

  it('go from one iteration of a loop to the next, and out of it', async () => {
    expect(problemsOf(LOOP)).toEqual([]);
    expect((await run(LOOP)).output).toEqual([[[[], 'a'], 'b'], 'c']);
  });

  it('of a loop that goes on after a crash hold what the last finished iteration set', async () => {
    const { journal, output } = await run(LOOP);
    for (let count = 0; count <= journal.length; count += 1)
      expect((await run(LOOP, journal.slice(0, count))).output, String(count)).toEqual(output);
  });

  it('that nobody sets are a problem where they are read, and fail the block', async () => {
    const none = workflow([['out', 'response', { body: '<variable.n>' }]], ['start>out']);
    expect(problemsOf(none)).toEqual([
      'error REF_OUTPUT_UNKNOWN: No block sets the variable "n"; add a Variables block.',
    ]);
    expect((await run(none)).error).toMatchObject({ code: 'REF_OUT_OF_SCOPE', blockId: 'out' });
  });

  it('that are set too late, or under another name, are a problem', async () => {
    const late = workflow(
      [['out', 'transform', { fields: [{ name: 'a', value: '<variable.n>' }] }], set('after', { n: '1' })],
      ['start>out', 'out>after'],
    );
    expect(problemsOf(late)).toEqual(['warning REF_OUT_OF_SCOPE: The variable "n" is not set before "out".']);
    expect((await run(late)).error).toMatchObject({ code: 'REF_PATH_NOT_FOUND', blockId: 'out' });
    const other = workflow(
      [set('first', { n: '1' }), ['out', 'response', { body: '<variable.m>' }]],
      ['start>first', 'first>out'],
    );
    expect(problemsOf(other)).toEqual([
      'error REF_OUTPUT_UNKNOWN: No block sets the variable "m"; there is n.',
    ]);
  });

  it('two of one name in a block are a problem', () => {
    const rows = [{ name: 'n' }, { name: 'n' }];
    const twice = workflow([['first', 'variables', { variables: rows }]], ['start>first']);
    expect(problemsOf(twice)).toEqual(['error CONFIG_INVALID: Two variables are named "n".']);
  });
});

it('a transform builds an object of the types that are asked for', async () => {
  const fields = [
    { name: 'full name', value: 'Ada <start.missing?>' },
    { name: 'zip', type: 'string', value: '01234' },
    { name: 'tags', type: 'array', value: '["a"]' },
  ];
  const document = workflow(
    [
      ['shape', 'transform', { fields }],
      ['out', 'response', { body: '<shape.result>' }],
    ],
    ['start>shape', 'shape>out'],
  );
  expect((await run(document)).output).toEqual({ 'full name': 'Ada ', zip: '01234', tags: ['a'] });
});
