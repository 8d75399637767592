'use client';

import { useQuery } from '@tanstack/react-query';
import { ApiError, client } from '@/lib/platform/http/client';
import { sendBlockEndpoint } from '@/lib/services/runs/endpoints';
import type { SentBlock } from '@/lib/services/runs/schema';
import { definitionOf } from '../document/definition-of';
import { samplesBefore, samplesToSend } from '../references/block-samples';
import { useLastOutputs } from '../references/use-last-outputs';
import { useEditor, useEditorStore } from '../store/editor-context';
import type { EditorState } from '../store/editor-store';
import { useConfig } from '../store/use-setting';
import { asIntrospection, receivedSchema } from './introspection';

/**
 * Fetches the schema of the server that a block calls, on demand: by a request of that block itself, with
 * its URL, headers and credentials, sent like all requests. Cached for the workspace and URL.
 */
export function useGraphqlSchema(blockId: string) {
  const editor = useEditorStore();
  const workspaceId = useEditor((state) => state.workspaceId);
  const { url } = useConfig(blockId);
  const isRequest = useEditor(
    ({ document }) => definitionOf(document.blocks[blockId]?.type ?? '')?.outsideWork?.request !== undefined,
  );
  const outputs = useLastOutputs();
  const queryKey = ['graphql-schema', workspaceId, url];
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      // Some hundred kilobytes, loaded only for those who write GraphQL.
      const { INTROSPECTION, readSchema, typesIn } = await import('../code/graphql-text');
      const { workflowId, document } = editor.getState();
      const samples = samplesToSend(samplesBefore(document, blockId, outputs));
      const body = { document: withIntrospection(document, blockId, INTROSPECTION), samples, input: {} };
      const args = { params: { id: workflowId, blockId }, body };
      const told = receivedSchema(await sent(args, signal));
      const schema = readSchema(told);
      if (schema === null) throw new Error('The server’s schema can’t be read: it is not complete.');
      return { told, types: typesIn(schema) };
    },
    enabled: false,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const canLoad = isRequest && typeof url === 'string' && url.trim() !== '';
  return { ...query, queryKey, canLoad };
}

function withIntrospection(document: EditorState['document'], blockId: string, query: string) {
  const block = document.blocks[blockId];
  if (block === undefined) return document;
  const asking = { ...block, config: asIntrospection(block.config, query) };
  return { ...document, blocks: { ...document.blocks, [blockId]: asking } };
}

async function sent(
  args: Parameters<typeof client.call<typeof sendBlockEndpoint>>[1],
  signal: AbortSignal,
): Promise<SentBlock> {
  try {
    return (await client.call(sendBlockEndpoint, args, { signal })).data;
  } catch (error) {
    if (error instanceof ApiError || signal.aborted) throw error;
    throw new Error('Millrace can’t be reached. Check the connection, then load the schema again.');
  }
}
