import type { TestWorkspace } from '../../accounts/testing/test-workspace';
import { createWorkflow } from '../../workflows/create-workflow';

/** Creates a workflow of Start and Response, whose run needs nothing else. @returns its id */
export async function workflowThatAnswers({ owner, workspaceId }: TestWorkspace): Promise<string> {
  const block = (id: string, type: string, x: number) => {
    return { id, type, name: type, position: { x, y: 0 }, enabled: true, config: {} };
  };
  const { data } = await createWorkflow(owner, {
    workspaceId,
    name: 'Answers',
    description: '',
    folderId: null,
    document: {
      blocks: { s: block('s', 'start', 0), r: block('r', 'response', 320) },
      edges: [{ id: 'e', source: 's', sourceHandle: 'out', target: 'r', targetHandle: 'in' }],
      schemaVersion: 1,
      loops: {},
      parallels: {},
    },
  });
  return data.id;
}
