import type { LogStatus } from '@/lib/services/logs/schema';
import { Status } from '../ui/status';

/** How a run ended, in words. */
export const RUN_STATUS_WORDS: Record<LogStatus, string> = {
  success: 'Success',
  warning: 'Success with warnings',
  error: 'Error',
  cancelled: 'Cancelled',
};

/** How a run ended, as sign and words; `compact`: the words are for screen readers alone. */
export function RunStatus({ status, ...rest }: { status: LogStatus; compact?: boolean; className?: string }) {
  return <Status kind={status} label={RUN_STATUS_WORDS[status]} {...rest} />;
}
