import { expect, test } from 'vitest';
import { checkWorkflow, createWorkflowCheck } from '@/lib/core/workflow/check-workflow';
import type { WorkflowDocument, WorkflowProblem } from '@/lib/core/workflow/schema';
import { setConfigField } from '../document/edit-blocks';
import { lineDocument } from '../document/line-document.fixture';
import { beginCheck, CHECKED_IN_SLICES_FROM_BLOCKS, goOnChecking, type Slice } from './check-in-slices';
import { checkDocument, commitDocument, createEditorStore } from './editor-store';

/** Returns a document with all blocks in one row, each referring to a variable. */
function large(count = CHECKED_IN_SLICES_FROM_BLOCKS): WorkflowDocument {
  const { blocks, edges, ...rest } = lineDocument();
  const ids = Array.from({ length: count }, (_, at) => `b${at}`);
  const blockOf = (id: string, at: number) =>
    at === 0
      ? { ...blocks.a!, id, name: id }
      : { ...blocks.b!, id, name: id, config: { url: 'https://example.com/{{GONE}}' } };
  return {
    ...rest,
    blocks: Object.fromEntries(ids.map((id, at) => [id, blockOf(id, at)])),
    edges: ids.slice(1).map((id, at) => ({ ...edges[0]!, id: `e${at}`, source: ids[at]!, target: id })),
  };
}

/** Does ten steps; the next ones have to wait. */
const tenSteps: Slice = (steps) => {
  for (let count = 0; count < 10; count += 1) {
    const step = steps.next();
    if (step.done) return step.value;
  }
  return null;
};
const known = { variables: [], connections: [] };

test('a large document is checked a little at a time, with the same problems', async () => {
  const document = large();
  const check = createWorkflowCheck();
  expect(beginCheck(check, document, known, tenSteps)).toBeNull();
  const told = await new Promise((tell) => goOnChecking(check, tell, tenSteps));
  expect(told).toEqual(checkWorkflow(document, known));
});

test('a check whose document was changed meanwhile tells nothing; that of the newer one does', async () => {
  const check = createWorkflowCheck();
  const told: Array<readonly WorkflowProblem[]> = [];
  beginCheck(check, large(), known, tenSteps);
  goOnChecking(check, (problems) => told.push(problems), tenSteps);
  const other = setConfigField(large(), 'b7', 'url', 'https://example.com/');
  beginCheck(check, other, known, tenSteps);
  await new Promise<void>((tell) =>
    goOnChecking(
      check,
      (problems) => {
        told.push(problems);
        tell();
      },
      tenSteps,
    ),
  );
  expect(told).toEqual([checkWorkflow(other, known)]);
});

test('a small document is checked at once', () => {
  const document = large(20);
  const never: Slice = () => null;
  const problems = beginCheck(createWorkflowCheck(), document, known, never);
  expect(problems).toEqual(checkWorkflow(document, known));
});

test('the editor of a large workflow has the problems of what is edited in the end', async () => {
  const document = large(1_500);
  const workflow = { id: 'w', workspaceId: 's', name: 'Large', document };
  const store = createEditorStore({ workflow, readOnly: false });
  store.setState(known);
  checkDocument(store);
  const first = checkWorkflow(store.getState().document, known);
  await expect.poll(() => store.getState().problems.length).toBe(first.length);
  const { b9: _, ...blocks } = store.getState().document.blocks;
  const edges = document.edges.filter(({ source, target }) => source !== 'b9' && target !== 'b9');
  commitDocument(store, { ...store.getState().document, blocks, edges }, { label: 'Delete' });
  const expected = checkWorkflow(store.getState().document, known);
  await expect.poll(() => store.getState().problems).toEqual(expected);
});
