import { WorkflowDocument } from '../../../core/workflow/schema';
import type { TestWorkspace } from '../../accounts/testing/test-workspace';
import { publishWorkflow } from '../../versions/publish-workflow';
import { createWorkflow } from '../../workflows/create-workflow';
import { ensureChat } from '../chat-address';

interface LinedBlock {
  type: string;
  config: Record<string, unknown>;
}

export interface PublishedChat {
  id: string;
  slug: string;
  /** `/api/v1/chat/<slug>` */
  path: string;
}

/** Returns a document with a Chat block, `chat`, then these blocks in a row: `b1`, `b2`, … */
export function chatDocument(config: object, blocks: readonly LinedBlock[]): WorkflowDocument {
  const all = [{ type: 'chat-trigger', config }, ...blocks];
  const idAt = (place: number) => (place === 0 ? 'chat' : `b${place}`);
  return WorkflowDocument.parse({
    blocks: Object.fromEntries(
      all.map((block, place) => {
        const id = idAt(place);
        return [id, { ...block, id, name: id, position: { x: 0, y: 0 } }];
      }),
    ),
    edges: blocks.map((_, place) => ({
      id: `e${place}`,
      source: idAt(place),
      sourceHandle: 'out',
      target: idAt(place + 1),
    })),
  });
}

/** Creates and publishes a chat, with its address. */
export async function publishedChat(
  { owner, workspaceId }: TestWorkspace,
  config: object,
  blocks: readonly LinedBlock[],
): Promise<PublishedChat> {
  const settings = { workspaceId, name: 'Helper', description: '', folderId: null };
  const document = chatDocument(config, blocks);
  const { id } = (await createWorkflow(owner, { ...settings, document })).data;
  await publishWorkflow(owner, { id });
  const { slug } = (await ensureChat(owner, { id, blockId: 'chat' })).data;
  return { id, slug, path: `/api/v1/chat/${slug}` };
}

export const replies = (body: string): LinedBlock => ({ type: 'response', config: { status: '200', body } });
