import { WorkflowDocument } from '../../../core/workflow/schema';
import type { TestWorkspace } from '../../accounts/testing/test-workspace';
import { createWorkflow } from '../../workflows/create-workflow';

/** Start, then these blocks in line: `b1`, `b2`, … @returns the workflow's id */
export async function workflowIn(
  { owner, workspaceId }: TestWorkspace,
  blocks: Array<{ type: string; config: Record<string, unknown> }>,
): Promise<string> {
  const all = [{ type: 'start', config: {} }, ...blocks];
  const document = WorkflowDocument.parse({
    blocks: Object.fromEntries(
      all.map(({ type, config }, place) => {
        const id = `b${place}`;
        return [id, { id, type, name: id, position: { x: 0, y: 0 }, config }];
      }),
    ),
    edges: all
      .slice(1)
      .map((_, place) => ({ id: `e${place}`, source: `b${place}`, target: `b${place + 1}` })),
  });
  const settings = { workspaceId, name: 'W', description: '', folderId: null, document };
  return (await createWorkflow(owner, settings)).data.id;
}
