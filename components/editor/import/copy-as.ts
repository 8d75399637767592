import { toast } from 'sonner';
import type { BlockExporter } from '@/lib/blocks/block';
import { slugOf } from '@/lib/engine/references/slug';
import type { client as httpClient } from '@/lib/http/client';
import { getLastOutputsEndpoint, previewBlockEndpoint } from '@/lib/runs/endpoints';
import { copyText } from '../../ui/copy-text';
import { spanOf } from '../run/run-state';
import type { EditorStore } from '../store/editor-store';

/** Copies the request the block would send now, with the last values of the blocks before it and secrets as `{{NAME}}`. */
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
    const { request, problems } = data;
    if (request === null) {
      toast.warning(problems[0]?.message ?? 'This block sends no request.', {
        description: 'There is no request to copy.',
      });
      return;
    }
    const { method, url, headers, body } = request;
    const text = exporter.write({
      method,
      url,
      headers: headers.map(({ name, value }) => [name, value]),
      body: body === null || !('text' in body) ? null : body.text,
    });
    if (await copyText(text)) toast.success(`Copied as ${exporter.label}`);
    else toast.error('The browser did not allow copying.');
  } catch (error) {
    toast.error(`It could not be copied: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** By slug: of the run in sight, else of the newest logs. */
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
