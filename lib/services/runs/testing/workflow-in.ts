import { WorkflowDocument } from '../../../core/workflow/schema';
import type { TestWorkspace } from '../../accounts/testing/test-workspace';
import { createWorkflow } from '../../workflows/create-workflow';

interface LinedBlock {
  type: string;
  config: Record<string, unknown>;
  /** The port from which the line goes on. */
  port?: string;
}

/** Start, then these blocks in line: `b1`, `b2`, … @returns the workflow's id */
export async function workflowIn(
  { owner, workspaceId }: TestWorkspace,
  blocks: LinedBlock[],
  /** Input fields of its Start. */
  inputs: object[] = [],
): Promise<string> {
  const all: LinedBlock[] = [{ type: 'start', config: { fields: inputs } }, ...blocks];
  const document = WorkflowDocument.parse({
    blocks: Object.fromEntries(
      all.map(({ type, config }, place) => {
        const id = `b${place}`;
        return [id, { id, type, name: id, position: { x: 0, y: 0 }, config }];
      }),
    ),
    edges: blocks.map((_, place) => ({
      id: `e${place}`,
      source: `b${place}`,
      sourceHandle: all[place]?.port ?? 'out',
      target: `b${place + 1}`,
    })),
  });
  const settings = { workspaceId, name: 'W', description: '', folderId: null, document };
  return (await createWorkflow(owner, settings)).data.id;
}
