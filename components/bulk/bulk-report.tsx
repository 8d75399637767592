import { Status } from '@/components/ui/status';
import type { BulkJob, BulkJobDetail } from '@/lib/services/bulk/schema';
import { groupTone, groupWords, progressWords } from './bulk-words';

/** How far a job is, as a bar and in words. */
export function BulkProgress({ job }: { job: BulkJob }) {
  const share = job.total === 0 ? 0 : job.done / job.total;
  return (
    <div className="flex items-center gap-3">
      <div
        role="progressbar"
        aria-label="Progress"
        aria-valuemin={0}
        aria-valuemax={job.total}
        aria-valuenow={job.done}
        className="h-1.5 min-w-16 flex-1 overflow-hidden rounded-full bg-sunken"
      >
        <div className="h-full bg-accent" style={{ width: `${Math.round(share * 100)}%` }} />
      </div>
      <span className="tabular shrink-0 text-muted text-xs">{progressWords(job)}</span>
    </div>
  );
}

/** What became of the runs of a job, or of a forecast would become. */
export function BulkReport({ job }: { job: BulkJobDetail }) {
  return (
    <div className="flex flex-col gap-2">
      {job.problem === null ? null : <p className="wrap-anywhere text-sm text-warning">{job.problem}</p>}
      {job.groups.length === 0 ? null : (
        <ul aria-label="Report" className="flex flex-col gap-1 text-sm">
          {job.groups.map((group) => (
            <li
              key={[group.outcome, group.blockId, group.code, group.otherwise, group.mayDiffer].join(' ')}
              className="flex items-start gap-2"
            >
              <Status kind={groupTone(group)} compact className="mt-0.5 shrink-0" />
              <span className="wrap-anywhere min-w-0">
                <span className="tabular font-medium">{group.runs.toLocaleString('en')}</span>{' '}
                {groupWords(group)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {job.newRuns === null ? null : <NewRuns runs={job.newRuns} />}
    </div>
  );
}

function NewRuns({ runs }: { runs: NonNullable<BulkJobDetail['newRuns']> }) {
  const { unfinished, success, warning, error, cancelled } = runs;
  if (unfinished + success + warning + error + cancelled === 0) return null;
  return (
    <p className="tabular text-muted text-sm">
      New runs: {success + warning} succeeded, {error} failed, {cancelled} cancelled, {unfinished} not
      finished.
    </p>
  );
}
