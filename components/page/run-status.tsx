import type { LogStatus } from '@/lib/services/logs/schema';
import { Status } from '../ui/status';

/** The outcome of a run in words. */
export const RUN_STATUS_WORDS: Record<LogStatus, string> = {
  success: 'Success',
  warning: 'Success with warnings',
  error: 'Error',
  cancelled: 'Cancelled',
};

/** The outcome of a run as icon and words; `compact`: the words are for screen readers only. */
export function RunStatus({ status, ...rest }: { status: LogStatus; compact?: boolean; className?: string }) {
  return <Status kind={status} label={RUN_STATUS_WORDS[status]} {...rest} />;
}
