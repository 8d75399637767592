import type { ExecutionRow } from '../shapes/execution-row';
import { wakeExecution } from './parked-runs';
import { runningExecutions } from './running-executions';

/** Once the end of a called execution is recorded: its caller may be parked until then. */
export async function wakeCaller({ call }: ExecutionRow): Promise<void> {
  if (call !== undefined && !runningExecutions().has(call.parentId)) await wakeExecution(call.parentId);
}
