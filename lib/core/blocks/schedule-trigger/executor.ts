import type { ScheduleSettings } from '../../schedule/schedule';
import type { BlockExecutor } from '../block';

/**
 * Outputs what the schedule said of this run. One by hand is of now: a person's, or a caller's that names no
 * time.
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
