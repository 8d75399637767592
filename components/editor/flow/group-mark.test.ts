import { expect, test } from 'vitest';
import type { BlockGroup, WorkflowProblem } from '@/lib/core/workflow/schema';
import { lineDocument } from '../document/line-document.fixture';
import { NO_RUN, type RunState } from '../store/run-state';
import { markOfGroup } from './group-mark';

const GROUP: BlockGroup = { id: 'g', title: 'Group', colour: 'blue', blockIds: ['b', 'c'] };
const NOT_OPEN = { fresh: null, openBlockId: null };
const statusOf = (status: string) => ({ status }) as unknown as RunState['blocks'][string];
const problemOf = (blockId: string): WorkflowProblem => ({
  code: 'X',
  message: '',
  blockId,
  severity: 'error',
  refuses: false,
});

test('a group shows the gravest of what its blocks did, else that one has a problem', () => {
  const stateOf = (blocks: RunState['blocks'], ...problems: WorkflowProblem[]) => ({
    document: lineDocument(),
    run: { ...NO_RUN, blocks },
    problems,
    ...NOT_OPEN,
  });
  expect(markOfGroup(stateOf({}), GROUP)).toBeUndefined();
  expect(markOfGroup(stateOf({}, problemOf('a')), GROUP)).toBeUndefined();
  expect(markOfGroup(stateOf({}, problemOf('c')), GROUP)).toBe('problem');
  const both = { b: statusOf('success'), c: statusOf('error') };
  expect(markOfGroup(stateOf(both, problemOf('c')), GROUP)).toBe('error');
  expect(markOfGroup(stateOf({ b: statusOf('success') }), GROUP)).toBe('success');
});

test('its blocks are gone through again only when one of them, the run or a problem changed', () => {
  let count = 0;
  const read = () => {
    count += 1;
    return statusOf('running');
  };
  const counted = (): RunState['blocks'] => new Proxy({}, { get: read });
  const state = {
    document: lineDocument(),
    run: { ...NO_RUN, blocks: counted() },
    problems: [],
    ...NOT_OPEN,
  };
  const group = { ...GROUP };
  expect(markOfGroup(state, group)).toBe('running');
  const first = count;
  // Dragging, selecting and opening change other parts of the state.
  const { document, run } = state;
  expect(markOfGroup({ ...state, document: { ...document }, run: { ...run } }, group)).toBe('running');
  expect(count).toBe(first);
  expect(markOfGroup({ ...state, run: { ...run, blocks: counted() } }, group)).toBe('running');
  expect(count).toBe(2 * first);
});
