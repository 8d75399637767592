import { expect, it } from 'vitest';
import { blockDefinitions } from '../blocks/registry/definitions';
import { checkStructure } from './check-structure';
import { graphOf, MAX_NESTING } from './graph';
import { readBlockSteps } from './read-blocks';
import { WorkflowDocument } from './schema';
import { atOnce } from './steps';

const position = { x: 0, y: 0 };
const idOf = (index: number): string => `c${index}`;

/** Builds containers, each in the one that `inside` names. */
function containers(count: number, inside: (index: number) => number | null): WorkflowDocument {
  const blocks = Array.from({ length: count }, (_, index) => {
    const parent = inside(index);
    const parentId = parent === null ? {} : { parentId: idOf(parent) };
    return { id: idOf(index), type: 'loop', name: idOf(index), position, ...parentId };
  });
  return WorkflowDocument.parse({
    blocks: Object.fromEntries(blocks.map((block) => [block.id, block])),
    edges: [],
  });
}

class CountedMap<Key, Value> extends Map<Key, Value> {
  looks = 0;

  override get(key: Key): Value | undefined {
    this.looks += 1;
    return super.get(key);
  }

  override has(key: Key): boolean {
    this.looks += 1;
    return super.has(key);
  }
}

function checked(document: WorkflowDocument) {
  const graph = graphOf(document);
  const read = atOnce(readBlockSteps(graph, blockDefinitions, new WeakMap()));
  const blocks = new CountedMap(graph.blocks);
  const problems = checkStructure(document, { ...graph, blocks }, read);
  return { looks: blocks.looks, codes: problems.filter(({ refuses }) => refuses).map(({ code }) => code) };
}

it('ten containers may lie in each other', () => {
  expect(checked(containers(MAX_NESTING + 1, (index) => (index === 0 ? null : index - 1))).codes).toEqual([]);
});

it('of 2,000 in each other no more than one too many is looked at for each', () => {
  const { looks, codes } = checked(containers(2_000, (index) => (index === 0 ? null : index - 1)));
  expect(new Set(codes)).toEqual(new Set(['CONTAINER_TOO_DEEP']));
  expect(looks).toBeLessThan(2_000 * 4 * MAX_NESTING);
});

it('neither is it of a circle of 2,000', () => {
  const { looks, codes } = checked(containers(2_000, (index) => (index + 1) % 2_000));
  expect(codes).toContain('CONTAINER_TOO_DEEP');
  expect(looks).toBeLessThan(2_000 * 4 * MAX_NESTING);
});

it('a small circle is called one', () => {
  expect(checked(containers(3, (index) => (index + 1) % 3)).codes).toContain('CONTAINER_CYCLE');
});
