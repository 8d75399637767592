import type { ClientBase } from 'pg';
import { isAppError } from '../../../platform/errors';
import { writeJson } from '../../../platform/text/json-text';
import type { Actor } from '../../access/actor';
import { againAsked } from '../../replay/again-asked';
import { noteRepeatedRuns } from '../../replay/note-repeated';
import { PAYLOAD_DELETED } from '../../replay/replay-stored';
import { insertExecutions } from '../../runs/recording/insert-executions';
import { type ExecutionRow, executionRow } from '../../runs/shapes/execution-row';
import type { ReplayVersion } from '../../runs/shapes/replay-version';
import { admit } from '../../runs/starting/admit';
import { placeOf } from '../../runs/starting/place-of-start';
import type { ClaimedJob } from './claim-jobs';
import { type ItemRun, readRuns } from './read-runs';
import { GONE, refusalOf, TOO_LARGE } from './refusal-of';
import { type EndedItem, settleItems, type WaitingItem } from './settle-items';

/**
 * New runs of a job count like those of the API, whoever started it: holds keep them, and the plan's runs per
 * minute count them.
 */
const TRIGGER = 'api';

interface NewRun {
  item: WaitingItem;
  row: ExecutionRow;
}

/**
 * Queues a new run for each of the first items, in the transaction that marks them: none is started twice, and
 * none is marked that isn't started.
 * @returns false if the job is no longer ours @throws AppError rate_limited, usage_exceeded, unavailable
 */
export async function runItemsAgain(
  job: ClaimedJob,
  actor: Actor,
  items: readonly WaitingItem[],
): Promise<boolean> {
  const startedAt = performance.now();
  const runs: NewRun[] = [];
  const refused: EndedItem[] = [];
  for (const one of await readRuns(job.workspaceId, items, { alsoLarge: true })) {
    const made = await newRunOf(one, actor, job.version ?? 'live');
    if ('row' in made) runs.push(made);
    else refused.push(made);
  }
  const admitted = await admitAsMany(runs);
  const ended: EndedItem[] = [
    ...refused,
    ...admitted.map(({ item: { place }, row: { logId, executionId } }): EndedItem => {
      return { place, outcome: 'started', newRun: { logId, executionId } };
    }),
  ];
  const restMs = (1_000 * admitted.length) / job.perSecond - (performance.now() - startedAt);
  return settleItems(job, ended, Math.max(0, restMs), (client, places) => queue(client, admitted, places));
}

async function newRunOf(
  { item, size, run }: ItemRun,
  actor: Actor,
  version: ReplayVersion,
): Promise<NewRun | EndedItem> {
  const { place } = item;
  if (size === undefined || run === undefined) return { place, outcome: 'gone', message: GONE };
  if (run.recorded === null)
    return { place, outcome: 'refused', message: run.isPayloadDeleted ? PAYLOAD_DELETED : TOO_LARGE };
  try {
    const { workflow, entryBlock, input } = await againAsked(actor, { run, recorded: run.recorded }, version);
    const { tags } = run;
    // Limits of runs at once hold for these, too.
    const place = await placeOf({ workflow, trigger: TRIGGER, entryBlock }, input);
    const row = executionRow(workflow, {
      trigger: TRIGGER,
      mode: 'async',
      entryBlock,
      tags: tags.length > 0 ? tags : null,
      input: writeJson(input),
      place,
    });
    return { item, row };
  } catch (error) {
    const message = refusalOf(error);
    if (message === undefined) throw error;
    return { place, outcome: 'refused', message };
  }
}

/**
 * Admits as many of the first runs as the plan has room for now, at least one: a step may be larger than what is
 * left of the minute. @throws AppError rate_limited, usage_exceeded
 */
async function admitAsMany(runs: readonly NewRun[]): Promise<readonly NewRun[]> {
  for (let count = runs.length; count > 0; count = Math.floor(count / 2)) {
    const { workspaceId, holderId } = runs[0]!.row;
    try {
      await admit({
        caller: null,
        workflow: { workspaceId, holderId },
        trigger: TRIGGER,
        mode: 'async',
        count,
      });
      return runs.slice(0, count);
    } catch (error) {
      if (count === 1 || !isAppError(error) || error.code !== 'rate_limited') throw error;
    }
  }
  return [];
}

async function queue(
  client: ClientBase,
  admitted: readonly NewRun[],
  places: ReadonlySet<number>,
): Promise<void> {
  const started = admitted.filter(({ item }) => places.has(item.place));
  if (started.length === 0) return;
  await noteRepeatedRuns(
    client,
    started.map(({ item, row }) => ({ row, ofLogId: item.logId! })),
  );
  await insertExecutions(
    client,
    started.map(({ row }) => row),
    null,
  );
}
