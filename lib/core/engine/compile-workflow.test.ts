import { expect, it } from 'vitest';
import { WorkflowDocument } from '../workflow/schema';
import { compileWorkflow } from './compile-workflow';

const position = { x: 0, y: 0 };
const numbers = (size: number) => Array.from({ length: size }, (_, index) => index);

function documentOf(drafts: ReadonlyArray<{ id: string } & Record<string, unknown>>): WorkflowDocument {
  const blocks = [{ id: 's', type: 'start', name: 'start' }, ...drafts];
  return WorkflowDocument.parse({
    blocks: Object.fromEntries(blocks.map((block) => [block.id, { position, name: block.id, ...block }])),
    edges: drafts
      .filter(({ parentId }) => parentId === undefined)
      .map(({ id }) => ({ id: `to-${id}`, source: 's', target: id })),
  });
}

const loops = (size: number) =>
  documentOf([
    ...numbers(size).map((index) => ({ id: `l${index}`, type: 'loop', config: { items: '[1]' } })),
    ...numbers(size).map((index) => ({ id: `b${index}`, type: 'response', parentId: `l${index}` })),
  ]);

it('the blocks of each container are compiled in their order', () => {
  const { blocks, problem } = compileWorkflow(loops(3));
  expect(problem).toBeNull();
  expect(blocks.map(({ id, members }) => [id, members?.blocks.map((block) => block.id)])).toEqual([
    ['s', undefined],
    ['l0', ['b0']],
    ['l1', ['b1']],
    ['l2', ['b2']],
  ]);
});
