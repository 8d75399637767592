import { toast } from 'sonner';
import { inlineWorkflow } from '@/lib/core/extraction/inline-workflow';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { client } from '@/lib/platform/http/client';
import { getVersionEndpoint } from '@/lib/services/versions/endpoints';
import { getWorkflowEndpoint } from '@/lib/services/workflows/endpoints';
import { errorWords } from '../../page/error-words';
import { countOf } from '../../ui/format-quantity';
import { definitionOf } from '../document/definition-of';
import { makeRoomForFrames } from '../document/frames';
import { shortId } from '../document/short-id';
import { commitDocument, type EditorStore } from '../store/editor-store';
import { sayChange } from '../store/say-change';
import { selectOnly } from '../store/selection-actions';

/** Replaces a block that runs a workflow by that workflow's blocks, as one step that can be undone. */
export async function inlineCall(store: EditorStore, blockId: string): Promise<void> {
  const block = store.getState().document.blocks[blockId];
  const field = block && definitionOf(block.type)?.outsideWork?.calls?.workflow;
  const workflowId = field === undefined ? '' : String(block?.config[field] ?? '').trim();
  if (block === undefined || workflowId === '') {
    toast.warning('Choose the workflow of the block first.');
    return;
  }
  try {
    const called = await documentThatRuns(workflowId);
    const { document } = store.getState();
    const result = inlineWorkflow(document, blockId, called, { newId: shortId });
    if ('refusal' in result) {
      toast.warning(`“${block.name}” can’t be inlined: ${result.refusal}`);
      return;
    }
    commitDocument(store, makeRoomForFrames(document, result.document), { label: 'Inline a workflow' });
    selectOnly(store, result.ids);
    sayChange(store, `Replaced “${block.name}” with ${countOf(result.ids.length, 'block')} of its workflow`);
  } catch (error) {
    toast.error(`The workflow of “${block.name}” could not be read. ${errorWords(error)}`);
  }
}

/** Returns what a block runs: the live version, or the draft of a workflow that was never published. */
async function documentThatRuns(id: string): Promise<WorkflowDocument> {
  const { data } = await client.call(getWorkflowEndpoint, { params: { id } });
  if (data.liveVersion === null) return data.document;
  const params = { id, number: String(data.liveVersion) };
  return (await client.call(getVersionEndpoint, { params })).data.document;
}
