import { z } from 'zod';
import { listDeletedFoldersEndpoint, restoreFolderEndpoint } from '../services/folders/endpoints';
import { listDeletedWebhooksEndpoint, restoreWebhookEndpoint } from '../services/outgoing-webhooks/endpoints';
import { listDeletedWorkflowsEndpoint, restoreWorkflowEndpoint } from '../services/removal/endpoints';
import { apiClient } from './api-client';
import { parse, read } from './read-flags';
import type { Command, Server, Surroundings } from './surroundings';
import { UrlFlag } from './url-flag';

const TEXT = { type: 'string' } as const;
const ListFlags = z.object({ workspace: z.string('Name the workspace: --workspace ID.'), url: UrlFlag });
const RestoreFlags = z.object({
  workflow: z.string().optional(),
  webhook: z.string().optional(),
  folder: z.string().optional(),
  url: UrlFlag,
});
type Restored = Omit<z.infer<typeof RestoreFlags>, 'url'>;

/** Lists what was deleted in the last 30 days, or restores one of it. */
export const runDeleted: Command = async (args, at) => {
  at.print(await wordsOf(args, at));
  return 0;
};

async function wordsOf([word, ...args]: readonly string[], at: Surroundings): Promise<string> {
  if (word === 'list') {
    const { workspace, url } = parse(ListFlags, read(args, { workspace: TEXT, url: TEXT }));
    return list(workspace, at.serverAt(url));
  }
  if (word !== 'restore') throw new Error('Say what to do: deleted list or deleted restore.');
  const flags = { workflow: TEXT, webhook: TEXT, folder: TEXT, url: TEXT };
  const { url, ...asked } = parse(RestoreFlags, read(args, flags));
  return restore(asked, at.serverAt(url));
}

async function list(workspaceId: string, server: Server): Promise<string> {
  const client = apiClient(server);
  const query = { workspaceId };
  const [workflows, webhooks, folders] = await Promise.all([
    client.call(listDeletedWorkflowsEndpoint, { query }),
    client.call(listDeletedWebhooksEndpoint, { query }),
    client.call(listDeletedFoldersEndpoint, { query }),
  ]);
  const lines = [
    ...workflows.data.map((one) => lineOf('workflow', one, one.name)),
    ...webhooks.data.map((one) => lineOf('webhook', one, one.name === '' ? one.url : one.name)),
    ...folders.data.map((one) => lineOf('folder', one, one.name)),
  ];
  return lines.length === 0 ? 'Nothing was deleted in the last 30 days.\n' : lines.join('');
}

const lineOf = (
  kind: keyof Restored,
  { id, deletedAt, restorableUntil }: { id: string; deletedAt: string; restorableUntil: string },
  name: string,
): string => `${kind.padEnd(8)}  ${id}  ${name}  deleted ${deletedAt}  restorable until ${restorableUntil}\n`;

async function restore({ workflow, webhook, folder }: Restored, server: Server): Promise<string> {
  if ([workflow, webhook, folder].filter((id) => id !== undefined).length !== 1)
    throw new Error('Say what to restore: --workflow ID, --webhook ID or --folder ID.');
  const client = apiClient(server);
  if (workflow !== undefined) {
    const { data } = await client.call(restoreWorkflowEndpoint, { params: { id: workflow } });
    return `Restored the workflow ${data.name}. It is on hold.\n`;
  }
  if (webhook !== undefined) {
    const { data } = await client.call(restoreWebhookEndpoint, { params: { id: webhook } });
    return `Restored the subscription to ${data.url}. It is paused.\n`;
  }
  const { data } = await client.call(restoreFolderEndpoint, { params: { id: folder ?? '' } });
  return `Restored the folder ${data.name}.\n`;
}
