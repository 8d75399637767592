import { toast } from 'sonner';
import type { BlockExporter } from '@/lib/core/blocks/import-export';
import { slugOf } from '@/lib/core/references/slug';
import type { client as httpClient } from '@/lib/platform/http/client';
import { getLastOutputsEndpoint, previewBlockEndpoint } from '@/lib/services/runs/endpoints';
import { copyRequest } from '../../logs/copy-request';
import type { EditorStore } from '../store/editor-store';
import { spanOf } from '../store/run-state';

/**
 * Copies the request the block would send now, with the last values of the blocks before it and secrets as
 * `{{NAME}}`.
 */
export async function copyAs(
  store: EditorStore,
  client: Pick<typeof httpClient, 'call'>,
  blockId: string,
  exporter: BlockExporter,
): Promise<void> {
  try {
    const { workflowId, document } = store.getState();
    const samples = await lastOutputs(store, client);
    const { data } = await client.call(previewBlockEndpoint, {
      params: { id: workflowId, blockId },
      body: { document, samples, input: {} },
    });
    await copyRequest(data, exporter);
  } catch (error) {
    toast.error(`Couldn’t copy: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Returns outputs by slug: of the displayed run, else of the newest logs. */
async function lastOutputs(
  store: EditorStore,
  client: Pick<typeof httpClient, 'call'>,
): Promise<Record<string, unknown>> {
  const { workflowId, document, run } = store.getState();
  const { data } = await client.call(getLastOutputsEndpoint, { params: { id: workflowId } });
  return Object.fromEntries(
    Object.values(document.blocks).flatMap((block) => {
      const output = spanOf(run.blocks[block.id])?.output ?? data[block.id]?.output;
      return output === undefined ? [] : [[slugOf(block.name), output]];
    }),
  );
}
