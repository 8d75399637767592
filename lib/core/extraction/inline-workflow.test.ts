import { describe, expect, it } from 'vitest';
import { blockDefinitions } from '../blocks/registry/definitions';
import { type Line, workflow } from '../engine/testing/probe-workflow';
import { checkWorkflow } from '../workflow/check-workflow';
import { WorkflowDocument } from '../workflow/schema';
import { extractBlocks } from './extract-blocks';
import { inlineWorkflow } from './inline-workflow';
import { countedIds, definitions, run } from './testing/branching-probes';

function inlined(document: WorkflowDocument, called: WorkflowDocument, blockId = 'w'): WorkflowDocument {
  const result = inlineWorkflow(document, blockId, called, { newId: countedIds(), definitions });
  if ('refusal' in result) throw new Error(result.refusal);
  return result.document;
}

function refusalOf(document: WorkflowDocument, called: WorkflowDocument): string {
  const result = inlineWorkflow(document, 'w', called, { newId: countedIds(), definitions });
  return 'refusal' in result ? result.refusal : 'It was inlined.';
}

const called = (name: string, input: object[], extra: object = {}): Line => [
  name,
  undefined,
  undefined,
  { type: 'workflow', config: { workflowId: 'x', input }, ...extra },
];

/** Runs the caller as it is, and as it is after its call was inlined, and expects the same output. */
async function expectSame(document: WorkflowDocument, inner: WorkflowDocument, input: object = {}) {
  const before = await run(document, {
    request: { input },
    ports: {
      callWorkflow: async ({ input: given }) => {
        const { status, output, error } = await run(inner, { request: { input: given } });
        return { executionId: 'x2', status, output, error };
      },
    },
  });
  const after = await run(inlined(document, inner), { request: { input } });
  expect(after.output).toEqual(before.output);
  expect(after.error).toEqual(before.error);
  return after;
}

const INNER = workflow(
  [
    ['a', 'echo', '{"n": <start.n>, "name": "<start.who.name>"}'],
    ['b', 'echo', '<a.value.n>-<a.value.name>'],
  ],
  ['start>a', 'a>b', 'b>answer'],
  {
    answer: {
      body: '{"both": {"a": <a.value>}, "text": <b.value>, "n": <start.n>, "said": "It is <b.value>"}',
    },
  },
);

describe('a called workflow whose blocks take the place of the call', () => {
  it('runs as before, with inputs and outputs read where they come from', async () => {
    const document = workflow(
      [
        ['a', 'echo', '{"who": {"name": "Ann"}}'],
        called('w', [
          { name: 'n', type: 'any', value: '<start.count>' },
          { name: 'who', type: 'any', value: '<a.value.who>' },
        ]),
        ['c', 'echo', '<w.data.both.a.name>/<w.data.text>/<w.data.n>'],
      ],
      ['start>a', 'a>w', 'w>c', 'c>r'],
      { r: { body: '<c.value>' } },
    );
    const { output } = await expectSame(document, INNER, { count: 7 });
    expect(output).toBe('Ann/7-Ann/7');
    const after = inlined(document, INNER);
    expect(Object.values(after.blocks).map(({ name }) => name)).toEqual(['start', 'a', 'c', 'r', 'a2', 'b']);
  });

  it('undoes an extraction', async () => {
    const document = workflow(
      [
        ['a', 'echo', '{"n": <start.n>}'],
        ['b', 'echo', '{"m": <a.value.n>}'],
        ['c', 'echo', '<b.value.m>+<a.value.n>'],
      ],
      ['start>a', 'a>b', 'b>c', 'c>r'],
      { r: { body: '{"c": "<c.value>", "b": <b>}' } },
    );
    const newId = countedIds();
    const result = extractBlocks(document, new Set(['b', 'c']), { blockName: 'part', newId, definitions });
    if ('refusal' in result) throw new Error(result.refusal);
    const { document: outer, blockId } = result.replacedBy('x');
    const back = inlined(outer, result.extracted, blockId);
    const configs = (of: WorkflowDocument) =>
      Object.fromEntries(Object.values(of.blocks).map(({ name, config }) => [name, config]));
    expect(configs(back)).toEqual(configs(document));
    const before = await run(document, { request: { input: { n: 3 } } });
    const after = await run(back, { request: { input: { n: 3 } } });
    expect(after.output).toEqual(before.output);
  });

  it('follows a call inside a container, and takes containers along', async () => {
    const inner = workflow(
      [
        [
          'l',
          undefined,
          undefined,
          { type: 'loop', config: { kind: 'count', count: 2, result: '<m.value>' } },
        ],
        ['m', 'echo', '<start.i>.<loop.index>', { parentId: 'l' }],
      ],
      ['start>l', 'l>answer'],
      { answer: { body: '{"list": <l.results>}' } },
    );
    const document = workflow(
      [
        [
          'l',
          undefined,
          undefined,
          { type: 'loop', config: { kind: 'count', count: 2, result: '<w.data.list>' } },
        ],
        called('w', [{ name: 'i', type: 'any', value: '<l.index>' }], { parentId: 'l' }),
      ],
      ['start>l', 'l>r'],
      { r: { body: '<l.results>' } },
    );
    const { output } = await expectSame(document, inner);
    expect(output).toEqual([
      ['0.0', '0.1'],
      ['1.0', '1.1'],
    ]);
  });

  it('makes a document that can be saved', () => {
    const document = WorkflowDocument.parse({
      blocks: {
        start: { id: 'start', type: 'start', name: 'start', position: { x: 0, y: 0 } },
        w: { id: 'w', type: 'workflow', name: 'w', position: { x: 0, y: 0 }, config: { workflowId: 'x' } },
      },
      edges: [{ id: 'e', source: 'start', target: 'w' }],
    });
    const inner = WorkflowDocument.parse({
      blocks: {
        start: { id: 'start', type: 'start', name: 'start', position: { x: 0, y: 0 } },
        n: { id: 'n', type: 'note', name: 'n', position: { x: 0, y: 0 }, config: { text: 'Why' } },
        t: { id: 't', type: 'transform', name: 'start2', position: { x: 0, y: 0 } },
      },
      edges: [{ id: 'e', source: 'start', target: 't' }],
      groups: [{ id: 'g', title: 'Group', blockIds: ['t'] }],
    });
    const result = inlineWorkflow(document, 'w', inner, {
      newId: countedIds(),
      definitions: blockDefinitions,
    });
    if ('refusal' in result) throw new Error(result.refusal);
    expect(checkWorkflow(result.document).filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(result.document.groups?.[0]?.blockIds).toHaveLength(1);
    expect(result.ids).toHaveLength(2);
  });
});

describe('refuses in words', () => {
  const caller = (read: string, edges: string[] = [], input: object[] = []) =>
    workflow([called('w', input), ['c', 'echo', read]], ['start>w', 'w>c', ...edges]);
  const whole = [
    { name: 'n', type: 'any', value: '<start.n>' },
    { name: 'who', type: 'any', value: '<start.who>' },
  ];
  it.each([
    ['an error port', caller('', ['w:error>c'], whole), INNER, 'error port of “w”'],
    ['other outputs', caller('<w.executionId>', [], whole), INNER, 'reads more of “w”'],
    [
      'a composed text',
      caller('<w.data.said>', [], whole),
      INNER,
      '<w.data.said>, which is no output of one block',
    ],
    ['an input that is text', caller('', [], [{ name: 'n', value: '3' }]), INNER, '“a” reads the input “n”'],
    ['an input that is missing', caller(''), INNER, '“n”, which “w” doesn’t pass'],
    [
      'a response that may not be reached',
      caller(''),
      workflow([['a', 'branch']], ['start>a', 'a:other>z'], { z: {} }),
      'doesn’t reach its “z”',
    ],
    [
      'two responses',
      caller(''),
      workflow([['a']], ['start>a', 'a>y', 'a>z'], { y: {}, z: {} }),
      'several Response blocks',
    ],
    ['nothing inside', caller(''), workflow([], ['start>z'], { z: {} }), 'no blocks between'],
  ] as Array<[string, WorkflowDocument, WorkflowDocument, string]>)('%s', (_, document, inner, words) => {
    expect(refusalOf(document, inner)).toContain(words);
  });
});
