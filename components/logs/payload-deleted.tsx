import { countOf } from '@/components/ui/format-quantity';
import { Notice } from '@/components/ui/notice';
import type { LogDetail } from '@/lib/services/logs/schema';

const DAY_MS = 86_400_000;

/** Says why a log has no inputs and outputs any more. */
export function PayloadDeleted({ log: { payloadDeletedAt, endedAt } }: { log: LogDetail }) {
  if (payloadDeletedAt === undefined) return null;
  const days = Math.floor((Date.parse(payloadDeletedAt) - Date.parse(endedAt)) / DAY_MS);
  return (
    <Notice className="mx-4 mt-4" title={`Payload deleted after ${countOf(days, 'day')}`}>
      Inputs, outputs, the trace and files are deleted. This workspace keeps them for less time than the log.
    </Notice>
  );
}
