import type { QueryClient } from '@tanstack/react-query';
import type { EditorStore } from '../store/editor-store';
import { sendStoreOf } from '../store/send-state';
import type { LastOutput } from './last-outputs';
import { knownOutputs, loggedOutputsQuery, logOfRun } from './use-last-outputs';

/** Returns the newest known output of each block at the time of the call. */
export async function outputsNow(
  store: EditorStore,
  queryClient: QueryClient,
): Promise<ReadonlyMap<string, LastOutput>> {
  const state = store.getState();
  const { samples, sends } = sendStoreOf(store).getState();
  const { pins, run, workflowId } = state;
  // Without the logs fewer outputs are known; callers that need one report that.
  const logs = await queryClient.fetchQuery(loggedOutputsQuery(workflowId)).catch(() => undefined);
  return knownOutputs({ samples, pins, sends, runs: run.blocks, runLogId: logOfRun(state), logs });
}
