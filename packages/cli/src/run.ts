import { writeJson } from '../../../lib/platform/text/json-text';
import { ConnectionError, type Millrace, type RunResult, type StartOptions } from '../../sdk/src/millrace.js';
import { CALL_FLAGS, callerOf } from './caller';
import type { Place, PlacedCommand } from './place';
import { type Arguments, readArguments, SWITCH, TEXT, TEXTS } from './read-arguments';
import { readInput } from './read-input';
import { UsageError } from './usage-error';

const FLAGS = {
  ...CALL_FLAGS,
  input: TEXT,
  data: TEXT,
  async: SWITCH,
  stream: SWITCH,
  tag: TEXTS,
  version: TEXT,
  'idempotency-key': TEXT,
  json: SWITCH,
};

/** Runs a workflow; the exit code is 1 if the run fails. */
export const run: PlacedCommand = async (args, place) => {
  const given = readArguments(args, FLAGS, ['WORKFLOW']);
  if (given.has('async') && given.has('stream')) throw new UsageError('Give --async or --stream, not both.');
  const options = startOptions(given);
  const input = await readInput(given, place.folder);
  const { millrace, workflow } = callerOf(given, place);
  const id = await workflow(given.words[0] ?? '');
  if (given.has('async')) {
    const accepted = await millrace.executions.start(id, input, options);
    place.print(given.has('json') ? `${writeJson(accepted)}\n` : `${accepted.executionId}\n`);
    return 0;
  }
  const isJson = given.has('json');
  const asked = { millrace, id, input, options, isJson };
  const result = given.has('stream') ? await streamed(asked, place) : await waitedFor(asked, place);
  return ended(result, isJson, place);
};

async function waitedFor(
  { millrace, id, input, options, isJson }: AskedRun,
  place: Place,
): Promise<RunResult> {
  const result = await millrace.executions.run(id, input, options);
  if (isJson) place.print(`${writeJson(result)}\n`);
  return result;
}

function startOptions(given: Arguments): StartOptions {
  const [tags, version, idempotencyKey] = [
    given.list('tag'),
    versionOf(given.text('version')),
    given.text('idempotency-key'),
  ];
  return {
    ...(tags !== undefined && { tags }),
    ...(version !== undefined && { version }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  };
}

function versionOf(text: string | undefined): StartOptions['version'] {
  if (text === undefined || text === 'live' || text === 'draft') return text;
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new UsageError('--version: live, draft or the number of a version.');
}

interface AskedRun {
  millrace: Millrace;
  id: string;
  input: object;
  options: StartOptions;
  isJson: boolean;
}

/** Prints blocks as they end, or with `--json` every event. A run that pauses is waited for. */
async function streamed(
  { millrace, id, input, options, isJson }: AskedRun,
  place: Place,
): Promise<RunResult> {
  let executionId: string | null = null;
  try {
    for await (const event of millrace.executions.stream(id, input, options)) {
      if (isJson) place.print(`${writeJson(event)}\n`);
      if (event.type === 'run-started') executionId = event.executionId;
      if (event.type === 'block-finished' && !isJson) {
        const { status, name, durationMs } = event.span;
        place.note(`${status.padEnd(9)} ${String(durationMs).padStart(7)} ms  ${name}\n`);
      }
      if (event.type === 'run-finished') return event.answer;
      if (event.type === 'run-parked') executionId = event.executionId;
    }
  } catch (error) {
    // The events are lost, the run is not.
    if (!(error instanceof ConnectionError) || executionId === null) throw error;
  }
  if (executionId === null) throw new Error('The stream ended before the run began.');
  if (!isJson) place.note(`Waiting for ${executionId} …\n`);
  const result = await millrace.executions.wait(executionId);
  if (isJson) place.print(`${writeJson({ type: 'run-finished', answer: result })}\n`);
  return result;
}

/** Prints the output, or why there is none. */
function ended({ status, output, error, executionId }: RunResult, isJson: boolean, place: Place): number {
  if (status === 'success') {
    if (!isJson) place.print(`${writeJson(output ?? null, null, 2)}\n`);
    return 0;
  }
  const why = error === null ? 'The run failed.' : `${error.code}: ${error.message}`;
  if (!isJson) place.note(`${why}\nexecution ${executionId}\n`);
  return 1;
}
