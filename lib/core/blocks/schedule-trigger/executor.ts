import type { ScheduleSettings } from '../../schedule/schedule';
import type { BlockExecutor } from '../block';

/**
 * Outputs the schedule's data on this run. A manual run, started by a person or by a caller that names
 * no time, counts as scheduled now.
 */
export const executeScheduleTrigger: BlockExecutor<ScheduleSettings> = async ({ zone }, { input, now }) => {
  const nowIso = new Date(now?.() ?? Date.now()).toISOString();
  const { scheduledAt, firedAt, missed } = (input ?? {}) as Record<string, unknown>;
  const byHand = typeof scheduledAt !== 'string';
  return {
    ok: true,
    output: {
      scheduledAt: byHand ? nowIso : scheduledAt,
      firedAt: typeof firedAt === 'string' ? firedAt : nowIso,
      zone,
      missed: typeof missed === 'number' ? missed : 0,
      byHand,
    },
    received: null,
  };
};
