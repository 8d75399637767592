import { randomBytes } from 'node:crypto';
import { readUrl } from '../../../lib/platform/read-url';
import {
  ApiError,
  type ComposedWebhookEvent,
  ConnectionError,
  type Millrace,
  TimeoutError,
  type WebhookEventsPage,
  type WebhookEventsQuery,
} from '../../sdk/src/millrace.js';
import { pause, waitBefore } from '../../sdk/src/retry.js';
import { CALL_FLAGS, type Caller, callerOf } from './caller';
import { type Forwarded, forwardEvent } from './forward-event';
import type { Place, PlacedCommand } from './place';
import { type Arguments, readArguments, SWITCH, TEXT, TEXTS } from './read-arguments';
import { untilInterrupted } from './until-interrupted';
import { UsageError } from './usage-error';

const FLAGS = {
  ...CALL_FLAGS,
  forward: TEXT,
  workflow: TEXT,
  subscription: TEXT,
  secret: TEXT,
  level: TEXTS,
  trigger: TEXTS,
  event: TEXTS,
  include: TEXTS,
  json: SWITCH,
};
/** Is sent unless other events are asked for. */
const COMPLETED = 'workflow.execution.completed';
const SECRET_BYTES = 32;
const WAIT_SECONDS = 25;
/** An answer waits that long on the server, and as long again may pass before the connection is given up. */
const TIMEOUT_MS = 60_000;
/** A server on which too many wait answers at once: it is asked again after a pause. */
const SOON_MS = 1_000;
const PAUSE_MS = 10_000;

const INCLUDES = {
  'final-output': 'includeFinalOutput',
  'trace-spans': 'includeTraceSpans',
  'rate-limits': 'includeRateLimits',
  'usage-data': 'includeUsageData',
  tags: 'includeTags',
} as const;
type Include = keyof typeof INCLUDES;

/** `webhooks listen`: sends what a subscription would be sent to an address of this machine. */
export const webhooks: PlacedCommand = async (args, place) => {
  const given = readArguments(args, FLAGS, ['WORD?']);
  if (given.words[0] !== 'listen') throw new UsageError('Say what: webhooks listen --forward URL.');
  const url = forwardUrl(given.text('forward'));
  const secret = given.text('secret') ?? `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`;
  if (secret === '') throw new UsageError('--secret: give a secret, or leave it out.');
  const caller = callerOf(given, place);
  const query = await queryOf(given, caller);
  await untilInterrupted(async (signal) => {
    let isReady = false;
    for await (const page of pagesOf(caller.millrace, query, { place, signal })) {
      if (!isReady) place.note(readyWords(url, secret, given));
      isReady = true;
      for (const event of page.data) await forwardOne(event, { url, secret, signal }, given, place);
    }
  });
  return 0;
};

function forwardUrl(text: string | undefined): string {
  if (text === undefined) throw new UsageError('--forward is missing: the address of your receiver.');
  // A port alone is one of this machine.
  const whole = /^[0-9]{1,5}$/.test(text) ? `http://localhost:${text}` : text;
  if (/^https?:\/\//i.test(whole) && readUrl(whole) !== null) return whole;
  throw new UsageError('--forward: give an address such as http://localhost:4000/webhooks.');
}

const readyWords = (url: string, secret: string, given: Arguments): string =>
  `Forwarding to ${url}. ${
    given.has('secret') ? 'Signed with your secret.' : `Signed with a secret of this session: ${secret}`
  }\n`;

/** The settings of a subscription, or those that were typed. */
async function queryOf(given: Arguments, caller: Caller): Promise<WebhookEventsQuery> {
  const subscription = given.text('subscription');
  if (subscription === undefined) return typedQuery(given, caller);
  for (const flag of ['workflow', 'level', 'trigger', 'event', 'include', 'workspace'])
    if (given.has(flag)) throw new UsageError(`--${flag} is the subscription’s: leave it out.`);
  const found = await caller.millrace.webhooks.get(subscription);
  const { workspaceId, workflowId, levelFilter, triggerFilter, events } = found;
  return {
    workspaceId,
    ...(workflowId !== null && { workflowId }),
    levels: levelFilter,
    triggers: triggerFilter,
    ...(events.some((type) => type !== COMPLETED) && { events }),
    ...Object.fromEntries(Object.values(INCLUDES).map((name) => [name, found[name]])),
  };
}

async function typedQuery(given: Arguments, { workspace, workflow }: Caller): Promise<WebhookEventsQuery> {
  const named = given.text('workflow');
  const included = given.list('include') ?? [];
  const unknown = included.find((name) => !Object.hasOwn(INCLUDES, name));
  if (unknown !== undefined)
    throw new UsageError(`--include ${unknown}: it can be ${Object.keys(INCLUDES).join(', ')}.`);
  return {
    workspaceId: await workspace(),
    ...(named !== undefined && { workflowId: await workflow(named) }),
    // The server says what can't be an event, a level or a trigger.
    ...(given.has('event') && { events: given.list('event') as WebhookEventsQuery['events'] }),
    ...(given.has('level') && { levels: given.list('level') as WebhookEventsQuery['levels'] }),
    ...(given.has('trigger') && { triggers: given.list('trigger') as WebhookEventsQuery['triggers'] }),
    ...Object.fromEntries(included.map((name) => [INCLUDES[name as Include], true])),
  };
}

/** Yields the pages of events from now on. The first one is empty: from then on, none is missed. */
async function* pagesOf(
  millrace: Millrace,
  query: WebhookEventsQuery,
  { place, signal }: { place: Place; signal: AbortSignal },
): AsyncGenerator<WebhookEventsPage> {
  let cursor: string | undefined;
  for (let failures = 0; ; ) {
    const startMs = performance.now();
    try {
      const page = await millrace.webhooks.events(
        { ...query, ...(cursor !== undefined && { cursor, waitSeconds: WAIT_SECONDS }) },
        { signal, timeoutMs: TIMEOUT_MS, maxRetries: 0 },
      );
      failures = 0;
      const isFirst = cursor === undefined;
      cursor = page.nextCursor ?? page.resumeCursor;
      yield page;
      const cameSoon = performance.now() - startMs < SOON_MS;
      if (!isFirst && cameSoon && page.nextCursor === null)
        await pause(page.data.length === 0 ? PAUSE_MS : SOON_MS, signal);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'cursor_expired') {
        place.note('The server’s database was restored: events of before it are left out.\n');
        cursor = undefined;
        continue;
      }
      if (signal.aborted || !isPassing(error)) throw error;
      failures += 1;
      const waitMs = waitBefore(error, failures);
      place.note(`${(error as Error).message} Trying again in ${Math.ceil(waitMs / 1_000)} s.\n`);
      await pause(waitMs, signal);
    }
  }
}

const isPassing = (error: unknown): boolean =>
  error instanceof ApiError
    ? error.status === 429 || error.status >= 500
    : error instanceof ConnectionError || error instanceof TimeoutError;

async function forwardOne(
  event: ComposedWebhookEvent,
  to: { url: string; secret: string; signal: AbortSignal },
  given: Arguments,
  place: Place,
): Promise<void> {
  const forwarded = await forwardEvent(event, to);
  if (given.has('json')) place.print(`${JSON.stringify({ ...event, ...forwarded })}\n`);
  else place.print(`${lineOf(event, forwarded)}\n`);
}

const lineOf = (event: ComposedWebhookEvent, { status, durationMs, problem }: Forwarded): string =>
  [new Date().toISOString(), status ?? '---', `${durationMs} ms`.padStart(9), nameOf(event), problem ?? '']
    .join('  ')
    .trimEnd();

const nameOf = ({ type, executionId }: ComposedWebhookEvent): string =>
  type === COMPLETED ? String(executionId) : [type, executionId ?? ''].join(' ').trimEnd();
