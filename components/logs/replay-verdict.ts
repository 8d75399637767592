import type { LogStatus } from '@/lib/services/logs/schema';
import type { Replay } from '@/lib/services/replay/schema';

export interface ReplayVerdict {
  tone: 'success' | 'warning' | 'danger';
  words: string;
  /** True if the new output is worth showing beside the recorded one. */
  showsOutputs: boolean;
}

/** Summarizes a replay by the recorded status: a repaired run is a success although its result differs. */
export function replayVerdict(
  before: LogStatus,
  { result, status }: Pick<Replay, 'result' | 'status'>,
): ReplayVerdict {
  if (result === 'unknown')
    return {
      tone: 'warning',
      words: 'Unknown: the workflow reached a block without a recorded response.',
      showsOutputs: false,
    };
  if (result === 'same') return { tone: 'success', words: 'The result is the same.', showsOutputs: false };
  const failedBefore = before === 'error';
  if (failedBefore && status === 'success')
    return { tone: 'success', words: 'The run failed, and now succeeds.', showsOutputs: true };
  if (!failedBefore && before !== 'cancelled' && status === 'error')
    return { tone: 'danger', words: 'The run succeeded, and now fails.', showsOutputs: true };
  if (failedBefore && status === 'error')
    return { tone: 'warning', words: 'The run still fails, but differently.', showsOutputs: true };
  return { tone: 'warning', words: 'The result is different.', showsOutputs: true };
}
