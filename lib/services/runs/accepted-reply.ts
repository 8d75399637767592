import { type Reply, reply } from '../../platform/http/reply';
import type { RunAccepted } from './schema';

export const acceptedRun = (executionId: string): RunAccepted => ({
  executionId,
  statusUrl: `/api/v1/executions/${executionId}`,
});

/** 202 with the address that tells how the run stands. */
export function acceptedReply(executionId: string, headers: Record<string, string> = {}): Reply {
  const answer = acceptedRun(executionId);
  return reply(answer, 202, { location: answer.statusUrl, ...headers });
}
