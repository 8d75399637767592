import { WorkflowDocument } from '../../../core/workflow/schema';
import type { TestWorkspace } from '../../accounts/testing/test-workspace';
import { publishWorkflow } from '../../versions/publish-workflow';
import { createWorkflow } from '../../workflows/create-workflow';
import { ensureHook } from '../hook-address';

export interface PublishedHook {
  id: string;
  /** The URL as shown to people. */
  url: string;
  /** `/hooks/<token>` */
  path: string;
}

/** A live Webhook block, `hook`, that leads to a Response, `r`. */
export async function publishedHook(
  { owner, workspaceId }: TestWorkspace,
  config: object,
  response: object = {},
): Promise<PublishedHook> {
  const position = { x: 0, y: 0 };
  const block = (id: string, type: string, of: object) => ({ id, type, name: id, position, config: of });
  const document = WorkflowDocument.parse({
    blocks: {
      start: block('start', 'start', {}),
      hook: block('hook', 'webhook-trigger', config),
      r: block('r', 'response', response),
    },
    edges: [{ id: 'e', source: 'hook', sourceHandle: 'out', target: 'r' }],
  });
  const settings = { workspaceId, name: 'Hooked', description: '', folderId: null, document };
  const { id } = (await createWorkflow(owner, settings)).data;
  await publishWorkflow(owner, { id });
  const { url } = (await ensureHook(owner, { id, blockId: 'hook' })).data;
  return { id, url, path: new URL(url).pathname };
}
