import { expect, test } from 'vitest';
import { compileWorkflow } from '../engine/compile-workflow';
import { definitions, type Line, workflow } from '../engine/testing/probe-workflow';
import { allBlocks, dependents } from './reach';

const inside = (name: string, parentId: string): Line => [name, 'echo', '', { parentId }];
const DOCUMENT = workflow(
  [
    ['a'],
    ['each', undefined, undefined, { type: 'loop', config: { kind: 'count', count: 1 } }],
    inside('x', 'each'),
    inside('y', 'each'),
    inside('z', 'each'),
    ['b'],
    ['c'],
  ],
  ['start>a', 'start>each', 'x>y', 'each>b', 'a>c'],
);
const { blocks } = compileWorkflow(DOCUMENT, definitions);

const dependentsOf = (...ids: string[]) =>
  Array.from(
    dependents(blocks, ({ id }) => ids.includes(id)),
    ({ id }) => id,
  ).sort();

test('a container comes right before the blocks inside', () => {
  const ids = allBlocks(blocks).map(({ id }) => id);
  expect(ids.slice(ids.indexOf('each'), ids.indexOf('each') + 4).sort()).toEqual(['each', 'x', 'y', 'z']);
});

test('on a block in a container depend the container, everything inside, and what is behind it', () => {
  expect(dependentsOf('y')).toEqual(['b', 'each', 'x', 'y', 'z']);
  expect(dependentsOf('each')).toEqual(['b', 'each', 'x', 'y', 'z']);
  expect(dependentsOf('a')).toEqual(['a', 'c']);
  expect(dependentsOf('c')).toEqual(['c']);
  expect(dependentsOf('start')).toEqual(
    blocks.flatMap(({ id }) => (id === 'each' ? [id, 'x', 'y', 'z'] : [id])).sort(),
  );
});
