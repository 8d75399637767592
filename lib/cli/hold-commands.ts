import {
  discardHeldOfWorkflowEndpoint,
  discardHeldOfWorkspaceEndpoint,
  holdWorkflowEndpoint,
  holdWorkspaceEndpoint,
  releaseWorkflowEndpoint,
  releaseWorkspaceEndpoint,
} from '../services/holds/endpoints';
import type { Hold } from '../services/holds/schema';
import { apiClient } from './api-client';
import type { Server } from './surroundings';

/** What a command is about: one of the two. */
interface Held {
  workflow?: string | null | undefined;
  workspace?: string | undefined;
  server: Server;
}

/** @returns what to print @throws Error in words */
export async function hold(of: Held, body: Pick<Hold, 'reason' | 'waitingCallers'>): Promise<string> {
  const { client, workflow, workspace } = named(of);
  const { data } =
    workflow === null
      ? await client.call(holdWorkspaceEndpoint, { params: { workspaceId: workspace }, body })
      : await client.call(holdWorkflowEndpoint, { params: { id: workflow }, body });
  return `On hold. ${waiting(data)}\n`;
}

/** @returns what to print @throws Error in words */
export async function release(of: Held, body: { perMinute?: number }): Promise<string> {
  const { client, workflow, workspace } = named(of);
  const { data } =
    workflow === null
      ? await client.call(releaseWorkspaceEndpoint, { params: { workspaceId: workspace }, body })
      : await client.call(releaseWorkflowEndpoint, { params: { id: workflow }, body });
  return `Released. ${waiting(data)}\n`;
}

/** Discards all that waits, call after call. @returns what to print @throws Error in words */
export async function discard(of: Held): Promise<string> {
  const { client, workflow, workspace } = named(of);
  let sum = 0;
  for (let more = true; more; ) {
    const { data } =
      workflow === null
        ? await client.call(discardHeldOfWorkspaceEndpoint, { params: { workspaceId: workspace } })
        : await client.call(discardHeldOfWorkflowEndpoint, { params: { id: workflow } });
    sum += data.discarded;
    more = data.discarded > 0 && data.waiting > 0;
  }
  return `Discarded ${sum} ${sum === 1 ? 'run' : 'runs'}. The hold stays.\n`;
}

interface Named {
  client: ReturnType<typeof apiClient>;
  /** Null: the whole workspace. */
  workflow: string | null;
  workspace: string;
}

function named({ workflow = null, workspace = '', server }: Held): Named {
  if ((workflow === null) === (workspace === ''))
    throw new Error('Name one of them: --workflow ID or --workspace ID.');
  return { client: apiClient(server), workflow, workspace };
}

const waiting = (found: Hold | null): string =>
  found === null ? 'No runs wait.' : `Runs that wait: ${found.waiting}.`;
