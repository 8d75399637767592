import { writeJson } from '../../../lib/platform/text/json-text';
import type { Effect, EffectsQuery } from '../../sdk/src/millrace.js';
import { CALL_FLAGS, callerOf } from './caller';
import type { PlacedCommand } from './place';
import { readArguments, SWITCH, TEXT } from './read-arguments';
import { UsageError } from './usage-error';

const FLAGS = { ...CALL_FLAGS, tag: TEXT, host: TEXT, execution: TEXT, limit: TEXT, json: SWITCH };
const DEFAULT_LIMIT = 50;
const PAGE = 200;

/** Lists the requests with which runs may have changed something at other servers. */
export const effects: PlacedCommand = async (args, place) => {
  const given = readArguments(args, FLAGS);
  const limit = given.wholeNumber('limit', 1) ?? DEFAULT_LIMIT;
  const [tag, host, execution] = [given.text('tag'), given.text('host'), given.text('execution')];
  if (tag === undefined && host === undefined && execution === undefined)
    throw new UsageError('Give --tag, --host or --execution.');
  const { millrace, workspace } = callerOf(given, place);
  const query: EffectsQuery = {
    workspaceId: await workspace(),
    limit: Math.min(limit, PAGE),
    ...(tag !== undefined && { tag }),
    ...(host !== undefined && { host }),
    ...(execution !== undefined && { execution }),
  };
  let left = limit;
  for await (const effect of millrace.logs.effects(query)) {
    place.print(given.has('json') ? `${writeJson(effect)}\n` : lineOf(effect));
    left -= 1;
    if (left === 0) break;
  }
  return 0;
};

function lineOf({ sentAt, outcome, status, attempts, method, host, path, ...effect }: Effect): string {
  const cells = [
    sentAt,
    outcome.padEnd(8),
    String(status ?? '-').padStart(3),
    `${method} ${host}${path}`,
    ...(attempts === 1 ? [] : [`${attempts} attempts`]),
    effect.executionId,
    ...(effect.idempotencyKey === null ? [] : [effect.idempotencyKey]),
  ];
  return `${cells.join('  ')}\n`;
}
