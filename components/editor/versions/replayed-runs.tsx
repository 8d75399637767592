import type { ShadowResult } from '@/lib/services/replay/schema';
import { differenceWords } from '../../logs/difference-words';
import { logPath } from '../../page/paths';
import { useWorkspace } from '../../page/workspace-context';
import { countOf } from '../../ui/format-quantity';
import { Link } from '../../ui/link';
import { Notice } from '../../ui/notice';

const SHOWN_LOGS = 3;

/** How many replayed runs give the same result, and how the others differ. `none`: said if there are no runs. */
export function ReplayedRuns({ result, none }: { result: ShadowResult; none: string }) {
  const { total, same, different, unknown, skipped, groups } = result;
  if (total === 0) return <p className="text-muted text-sm">{none}</p>;
  const others = [
    unknown === 0 ? null : `${unknown} unknown`,
    skipped === 0 ? null : `${skipped} skipped (too large)`,
  ].filter((words) => words !== null);
  return (
    <div className="flex flex-col gap-2">
      <Notice tone={different + unknown === 0 ? 'success' : 'warning'}>
        {same} of {countOf(total, 'run')} give the same result{others.map((words) => `; ${words}`)}.
      </Notice>
      {groups.length === 0 ? null : (
        <ul aria-label="How runs differ" className="flex flex-col gap-1.5 text-sm">
          {groups.map((group) => (
            <li key={`${group.kind} ${group.blockId}`}>
              <span className="tabular font-medium">{countOf(group.runs, 'run')}</span> ·{' '}
              {differenceWords(group)} <LogLinks logIds={group.logIds} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function LogLinks({ logIds }: { logIds: readonly string[] }) {
  const { id } = useWorkspace();
  return logIds.slice(0, SHOWN_LOGS).map((logId, index) => (
    <Link
      key={logId}
      href={logPath(id, logId)}
      className="mr-2 text-accent underline decoration-accent/40 underline-offset-2"
    >
      log {index + 1}
    </Link>
  ));
}
