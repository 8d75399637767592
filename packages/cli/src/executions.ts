import { writeJson } from '../../../lib/platform/text/json-text';
import type { ExecutionsQuery, UnfinishedExecution } from '../../sdk/src/millrace.js';
import { CALL_FLAGS, type Caller, callerOf } from './caller';
import type { Place, PlacedCommand } from './place';
import { type Arguments, readArguments, SWITCH, TEXT, TEXTS } from './read-arguments';
import { UsageError } from './usage-error';

const FLAGS = { ...CALL_FLAGS, workflow: TEXTS, status: TEXTS, trigger: TEXTS, limit: TEXT, json: SWITCH };
const DEFAULT_LIMIT = 50;
const PAGE = 200;

/** Lists the executions under way, shows one, or cancels some. */
export const executions: PlacedCommand = async (args, place) => {
  const given = readArguments(args, FLAGS, ['WORD?', 'ID…']);
  const [word = 'list', ...ids] = given.words;
  const caller = callerOf(given, place);
  if (word === 'list' && ids.length === 0) return list(given, caller, place);
  if (word === 'show' && ids.length === 1) return show(ids[0] ?? '', caller, place);
  if (word === 'cancel' && ids.length > 0) return cancel(ids, caller, place);
  throw new UsageError('Say what: executions list, show ID, or cancel ID …');
};

async function list(
  given: Arguments,
  { millrace, workspace, workflow }: Caller,
  place: Place,
): Promise<number> {
  const limit = given.wholeNumber('limit', 1) ?? DEFAULT_LIMIT;
  const named = given.list('workflow');
  const query = {
    workspaceId: await workspace(),
    limit: Math.min(limit, PAGE),
    ...(named !== undefined && { workflowIds: await Promise.all(named.map(workflow)) }),
    // The server says what can't be a status or a trigger.
    ...(given.has('status') && { statuses: given.list('status') }),
    ...(given.has('trigger') && { triggers: given.list('trigger') }),
  } as ExecutionsQuery;
  let left = limit;
  for await (const execution of millrace.executions.list(query)) {
    place.print(given.has('json') ? `${writeJson(execution)}\n` : lineOf(execution));
    left -= 1;
    if (left === 0) break;
  }
  return 0;
}

const lineOf = ({ executionId, status, trigger, acceptedAt, workflowName }: UnfinishedExecution): string =>
  `${executionId}  ${status.padEnd(8)}  ${trigger.padEnd(8)}  ${acceptedAt}  ${workflowName ?? ''}\n`;

async function show(id: string, { millrace }: Caller, place: Place): Promise<number> {
  place.print(`${writeJson(await millrace.executions.get(id), null, 2)}\n`);
  return 0;
}

async function cancel(ids: readonly string[], { millrace }: Caller, place: Place): Promise<number> {
  for (const id of ids) {
    const { status, endedAt } = await millrace.executions.cancel(id);
    place.print(`${id}  ${endedAt === null ? 'is being cancelled' : status}\n`);
  }
  return 0;
}
