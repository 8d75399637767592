import type { QueryClient } from '@tanstack/react-query';
import type { EditorStore } from '../store/editor-store';
import { sendStoreOf } from '../store/send-state';
import type { LastOutput } from './last-outputs';
import { knownOutputs, loggedOutputsQuery, logOfRun } from './use-last-outputs';

/** The newest output known of each block as the editor stands at the call. */
export async function outputsNow(
  store: EditorStore,
  queryClient: QueryClient,
): Promise<ReadonlyMap<string, LastOutput>> {
  const state = store.getState();
  const { samples, sends } = sendStoreOf(store).getState();
  const { pins, run, workflowId } = state;
  // Without them fewer are known, and whoever needs one says so.
  const logs = await queryClient.fetchQuery(loggedOutputsQuery(workflowId)).catch(() => undefined);
  return knownOutputs({ samples, pins, sends, runs: run.blocks, runLogId: logOfRun(state), logs });
}
