import fs from 'node:fs';
import path from 'node:path';
import { writeJson } from '../../../lib/platform/text/json-text';
import type { FeedPlace, FeedQuery, LogSummary, Millrace } from '../../sdk/src/millrace.js';
import { CALL_FLAGS, type Caller, callerOf } from './caller';
import { filtersIn, LOG_FLAGS } from './log-flags';
import type { Place, PlacedCommand } from './place';
import { type Arguments, readArguments, SWITCH, TEXT } from './read-arguments';
import { untilInterrupted } from './until-interrupted';
import { UsageError } from './usage-error';

const FLAGS = {
  ...CALL_FLAGS,
  ...LOG_FLAGS,
  search: TEXT,
  follow: SWITCH,
  place: TEXT,
  interval: TEXT,
  limit: TEXT,
  order: TEXT,
  spans: SWITCH,
  output: SWITCH,
  json: SWITCH,
};
const DEFAULT_LIMIT = 20;
const PAGE = 1_000;
const DEFAULT_INTERVAL_SECONDS = 10;
const MOST_INTERVAL_SECONDS = 3_600;
const OF_THE_SERVER = new Set(['partitions', 'retention', 'expire-cursors']);

/** Lists or follows finished runs, or shows one log. */
export const logs: PlacedCommand = async (args, place) => {
  const given = readArguments(args, FLAGS, ['WORD?', 'ID?']);
  const [word, id] = given.words;
  if (word === undefined) return given.has('follow') ? follow(given, place) : list(given, place);
  if (word === 'show' && id !== undefined) {
    const { millrace } = callerOf(given, place);
    place.print(`${writeJson(await millrace.logs.get(id), null, 2)}\n`);
    return 0;
  }
  if (OF_THE_SERVER.has(word))
    throw new UsageError(`It works on the server’s database: run "npm run -s cli -- logs ${word}" there.`);
  throw new UsageError('Give filters alone, or logs show ID.');
};

async function list(given: Arguments, place: Place): Promise<number> {
  for (const flag of ['place', 'interval'])
    if (given.has(flag)) throw new UsageError(`--${flag} belongs to --follow.`);
  const limit = given.wholeNumber('limit', 1) ?? DEFAULT_LIMIT;
  const caller = callerOf(given, place);
  const query = await queryOf(given, caller);
  let left = limit;
  for await (const log of found(given, caller.millrace, { ...query, limit: Math.min(limit, PAGE) })) {
    place.print(lineOf(log, given));
    left -= 1;
    if (left === 0) break;
  }
  return 0;
}

function found(given: Arguments, { logs: api }: Millrace, query: FeedQuery): AsyncIterable<LogSummary> {
  const q = given.text('search');
  const order = given.text('order');
  if (q === undefined) {
    if (order !== undefined && order !== 'asc' && order !== 'desc')
      throw new UsageError('--order: asc or desc.');
    return api.list({ ...query, ...(order !== undefined && { order }) });
  }
  for (const flag of ['order', 'spans', 'output'])
    if (given.has(flag)) throw new UsageError(`A search has no --${flag}.`);
  const { limit: _, details: __, ...filters } = query;
  return api.search({ ...filters, q });
}

/** Prints each run that finishes once, until it is interrupted. */
async function follow(given: Arguments, place: Place): Promise<number> {
  for (const flag of ['search', 'limit', 'order'])
    if (given.has(flag)) throw new UsageError(`--follow has no --${flag}.`);
  const seconds = given.wholeNumber('interval', 1, MOST_INTERVAL_SECONDS) ?? DEFAULT_INTERVAL_SECONDS;
  const caller = callerOf(given, place);
  const begin = given.has('since') ? {} : ({ begin: 'now' } as const);
  const query = { ...(await queryOf(given, caller)), ...begin };
  const file = given.text('place');
  const stored = file === undefined ? undefined : path.resolve(place.folder, file);
  await untilInterrupted(async (signal) => {
    const feed = caller.millrace.logs.feed(query, {
      signal,
      intervalMs: seconds * 1_000,
      place: stored === undefined ? undefined : readPlace(stored),
      onFailure: (error, waitMs) =>
        place.note(`${(error as Error).message} Trying again in ${Math.ceil(waitMs / 1_000)} s.\n`),
    });
    for await (const page of feed) {
      for (const log of page.data) place.print(lineOf(log, given));
      if (stored !== undefined) writePlace(stored, page.place);
    }
  });
  return 0;
}

async function queryOf(given: Arguments, { workspace, workflow }: Caller): Promise<FeedQuery> {
  return {
    workspaceId: await workspace(),
    ...(await filtersIn(given, workflow)),
    details: 'full',
    ...(given.has('spans') && { includeTraceSpans: true }),
    ...(given.has('output') && { includeFinalOutput: true }),
  };
}

function lineOf(log: LogSummary, given: Arguments): string {
  if (given.has('json')) return `${writeJson(log)}\n`;
  const { startedAt, status, trigger, totalDurationMs, id, workflow, error, finalOutput } = log;
  const cells = [
    startedAt,
    status.padEnd(9),
    trigger.padEnd(8),
    `${totalDurationMs} ms`.padStart(10),
    id,
    workflow?.name ?? log.workflowId,
    ...(error == null ? [] : [`${error.code}: ${error.message}`]),
    ...(finalOutput === undefined ? [] : [writeJson(finalOutput)]),
  ];
  return `${cells.join('  ')}\n`;
}

function readPlace(file: string): FeedPlace | undefined {
  if (!fs.existsSync(file)) return undefined;
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as FeedPlace;
  } catch {
    throw new UsageError(`${file} is not the place of a feed: delete it to begin again.`);
  }
}

/** At once or not at all: a place that is half written would lose the feed's. */
function writePlace(file: string, place: FeedPlace): void {
  const half = `${file}.${process.pid}.half`;
  fs.writeFileSync(half, JSON.stringify(place));
  fs.renameSync(half, file);
}
