import type { RequestContext } from '../../platform/http/operation';
import type { Reply } from '../../platform/http/reply';
import { liveEvents, readerIn } from '../access/live-stream';
import { type AdmittedRun, eventsOf } from './start-run';

/**
 * Starts the run and answers with its events. It goes on when its caller leaves, or may no longer read them.
 */
export function streamRun(
  run: AdmittedRun,
  context: Pick<RequestContext, 'signal' | 'authenticateAgain'>,
): Reply {
  return liveEvents(readerIn(context, run.row.workspaceId, 'reader'), () => eventsOf(run));
}
