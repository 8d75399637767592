'use client';

import { useWorkspace } from '@/components/page/workspace-context';
import { RehearseButton } from '@/components/rehearsal/rehearse-button';
import { KeepAsTestButton } from '@/components/run-tests/keep-as-test-button';
import type { LogDetail } from '@/lib/services/logs/schema';
import { CompareMenu } from './compare-menu';
import { DeleteRunButton } from './delete-run-button';
import { FixRunButton } from './fix-run-button';
import { OpenOnCanvas } from './open-on-canvas';
import { ReplayButton } from './replay-button';
import { RunAgainButton } from './run-again-button';
import { failedBlock } from './run-start';

/** What can be done with a run that is being read. */
export function RunActions({ log }: { log: LogDetail }) {
  const { canWrite, isAdmin } = useWorkspace();
  const failed = failedBlock(log);
  const { deleted } = log.workflow;
  return (
    <div className="flex flex-wrap gap-2 px-4 pb-3">
      {canWrite && !deleted ? (
        <>
          <RunAgainButton log={log} />
          {failed === undefined ? null : (
            <RunAgainButton log={log} from={failed.blockId}>
              {`Run again from “${failed.name}”…`}
            </RunAgainButton>
          )}
        </>
      ) : null}
      {deleted ? null : <ReplayButton log={log} />}
      {deleted ? null : <RehearseButton log={log} />}
      {canWrite && !deleted ? <KeepAsTestButton log={log} /> : null}
      {canWrite && !deleted && failed !== undefined ? <FixRunButton log={log} /> : null}
      <OpenOnCanvas log={log} />
      <CompareMenu log={log} />
      {isAdmin ? <DeleteRunButton logId={log.id} /> : null}
    </div>
  );
}
