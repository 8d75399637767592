import { describe, expect, it } from 'vitest';
import { blockDefinitions } from '../blocks/registry/definitions';
import { compileWorkflow } from '../engine/compile-workflow';
import { WorkflowDocument } from '../workflow/schema';
import { type PartialRequest, planPartialRun } from './plan-partial-run';

interface Block {
  type: string;
  config?: object;
  parentId?: string;
  enabled?: boolean;
}

/** `a:out>b`: an edge from that port of `a` to `b`. */
function plan(blocks: Record<string, Block>, edges: string[], asked: Partial<PartialRequest>) {
  const all: Record<string, Block> = { start: { type: 'start' }, ...blocks };
  const document = WorkflowDocument.parse({
    blocks: Object.fromEntries(
      Object.entries(all).map(([id, { config = {}, ...block }]) => [
        id,
        { id, name: id, position: { x: 0, y: 0 }, config, ...block },
      ]),
    ),
    edges: edges.map((edge, index) => {
      const [source, sourceHandle, target] = edge.split(/[:>]/);
      return { id: `e${index}`, source, sourceHandle, target };
    }),
  });
  const request = {
    pins: new Map(),
    outputs: new Map(),
    fromId: undefined,
    untilId: undefined,
    pinsOnly: false,
    secretNames: new Set<string>(),
    ...asked,
  };
  const planned = planPartialRun(compileWorkflow(document), request, blockDefinitions);
  if ('refusal' in planned) return planned.refusal;
  const { partial, entryBlock } = planned;
  if (partial === null) return 'all';
  const stood = Object.entries(partial.standIns).map(([id, { pinned }]) => (pinned ? `${id} pinned` : id));
  return { stood: stood.sort(), left: [...partial.left].sort(), ...(entryBlock && { entryBlock }) };
}

const api: Block = { type: 'api', config: { url: 'https://example.com' } };
const branches = [{ id: 'if', label: 'If', expression: 'true' }];
const LINE = { a: api, b: api, c: api };
const LINED = ['start:out>a', 'a:out>b', 'b:out>c'];
const ok = (...ids: string[]) => new Map(ids.map((id) => [id, { status: 200, error: null }]));

describe('a run of a part', () => {
  it('is a run of everything where nothing is asked and nothing pinned', () => {
    expect(plan(LINE, LINED, {})).toBe('all');
    expect(plan(LINE, LINED, { outputs: ok('a', 'b') })).toBe('all');
    expect(plan(LINE, LINED, { pins: ok('gone') })).toBe('all');
  });

  it('until a block leaves out what is behind, from a block what was before', () => {
    expect(plan(LINE, LINED, { untilId: 'b' })).toEqual({ stood: [], left: ['c'] });
    expect(plan(LINE, LINED, { fromId: 'c', outputs: ok('start', 'a', 'b', 'c') })).toEqual({
      stood: ['a', 'b', 'start'],
      left: [],
    });
    expect(plan(LINE, LINED, { fromId: 'b', untilId: 'b', pins: ok('a') })).toEqual({
      stood: ['a pinned'],
      left: ['c'],
    });
  });

  it('goes on past a block that is switched off', () => {
    const off = { ...LINE, b: { ...api, enabled: false } };
    expect(plan(off, LINED, { fromId: 'c', outputs: ok('a') })).toEqual({ stood: ['a'], left: [] });
  });

  it('from a block is refused where the outputs before it are missing or lead elsewhere', () => {
    expect(plan(LINE, LINED, { fromId: 'c', pins: ok('b') })).toBe(
      '“a” has no output yet. Run it, or pin an output.',
    );
    const forked = { k: { type: 'condition', config: { branches } }, yes: api, no: api };
    const edges = ['start:out>k', 'k:if>yes', 'k:else>no'];
    const outputs = new Map([['k', { branch: 'if' }]]);
    expect(plan(forked, edges, { fromId: 'no', outputs })).toMatch(/the blocks before it lead elsewhere/);
    expect(plan(forked, edges, { fromId: 'yes', outputs })).toEqual({ stood: ['k'], left: ['no'] });
  });

  it('from a block in a container is from the container; until one ends within it', () => {
    const looped = {
      each: { type: 'loop', config: { kind: 'count', count: 2 } },
      x: { ...api, parentId: 'each' },
      y: { ...api, parentId: 'each' },
      after: api,
    };
    const edges = ['start:out>each', 'x:out>y', 'each:out>after'];
    expect(plan(looped, edges, { fromId: 'y' })).toBe('all');
    expect(plan(looped, edges, { untilId: 'x' })).toEqual({ stood: [], left: ['after', 'y'] });
    expect(plan(looped, edges, { untilId: 'after' })).toBe('all');
  });

  it('begins with the trigger that leads there', () => {
    const hooked = { ...LINE, hook: { type: 'webhook-trigger' }, d: api };
    const edges = [...LINED, 'hook:out>d'];
    expect(plan(hooked, edges, { untilId: 'd' })).toMatchObject({ entryBlock: 'hook' });
    expect(plan(hooked, edges, { fromId: 'hook' })).toMatch(/“hook” has no output yet/);
    expect(plan(hooked, edges, { fromId: 'hook', pins: ok('hook') })).toMatchObject({
      stood: ['hook pinned'],
      entryBlock: 'hook',
    });
  });

  it('with pins only names what would send or wait, in containers too, unless no run comes to it', () => {
    const blocks = { ...LINE, off: { ...api, enabled: false }, loose: api, w: { type: 'wait' } };
    const edges = [...LINED, 'c:out>w', 'w:out>off'];
    expect(plan(blocks, edges, { pinsOnly: true })).toBe(
      'These blocks are not pinned: “a”, “b”, “c”, and “w”. Pin them, or run normally.',
    );
    expect(plan(blocks, edges, { pinsOnly: true, pins: ok('a', 'b', 'c', 'w') })).toMatchObject({
      left: [],
    });
  });

  it('refuses a pinned answer that is none', () => {
    const answered = { r: { type: 'response' } };
    expect(plan(answered, ['start:out>r'], { pins: new Map([['r', {}]]) })).toMatch(/needs status, headers/);
  });
});
