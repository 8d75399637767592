import type { WorkflowProblem } from '@/lib/core/workflow/schema';
import { definitionOf } from '../document/definition-of';
import { layOutForm, tabOfField } from '../fields/form-layout';
import { focusPlace } from '../flow/focus-block';
import { type Flow, revealInViewport } from '../flow/view-moves';
import type { EditorStore } from '../store/editor-store';
import { revealBlock, selectOnly } from '../store/selection-actions';

/** Shows the place to fix a problem: the connection, or the block with its form open at the field. */
export function goToProblem(store: EditorStore, flow: Flow, problem: WorkflowProblem): void {
  const block = problem.blockId === undefined ? undefined : store.getState().document.blocks[problem.blockId];
  if (block === undefined) {
    if (problem.edgeId === undefined) return;
    const { edgeId } = problem;
    selectOnly(store, []);
    store.setState((state) => ({
      edges: state.edges.map((edge) => ({ ...edge, selected: edge.id === edgeId })),
    }));
    return;
  }
  const definition = definitionOf(block.type);
  revealBlock(
    store,
    block.id,
    definition === undefined ? null : tabOfField(layOutForm(definition.fields), problem.field),
  );
  requestAnimationFrame(() => revealInViewport(flow, block.id));
  if (problem.field !== undefined) focusPlace(problem.field);
}
