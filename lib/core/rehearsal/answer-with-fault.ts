import { isJsonObject } from '../../platform/text/exact-number';
import { writeJson } from '../../platform/text/json-text';
import type { BlockDefinition, BlockResult, ExecutionContext } from '../blocks/block';
import type { BlockNotes, WaitRequest } from '../blocks/outside-work';
import type { Answered } from '../replay/replay-run';
import { type Alteration, alter } from './alter-value';
import type { Fault } from './fault';
import {
  FaultyClient,
  NothingRecorded,
  ProcessKilled,
  RecordedResponseDue,
  type ServedResponse,
} from './faulty-client';

const SECRET = /\{\{[A-Za-z_][A-Za-z0-9_]{0,63}\}\}/g;
const MAX_DEPTH = 50;

export interface FaultyAnswer {
  result: BlockResult;
  client: FaultyClient;
  /** True if the block ended with its recorded result. */
  isRecorded: boolean;
  /** True if it asks a person whether to send the request again. */
  isAsked: boolean;
  /** True if it went on to a request that nothing recorded answers. */
  isUnanswered: boolean;
}

export interface FaultToServe {
  fault: Fault;
  alteration: Alteration | null;
  random: () => number;
}

/** Runs a block that sends a request, which meets the fault; then it has its recorded response. */
export async function answerWithFault(
  { config, context, executor, definition, recorded }: Answered & { recorded: BlockResult },
  { fault, alteration, random }: FaultToServe,
): Promise<FaultyAnswer> {
  const status = statusOf(recorded, definition);
  const startMs = context.now?.() ?? 0;
  const served = servedResponse(recorded, definition, { fault, alteration });
  const client = new FaultyClient({ fault, served, status, startMs, random });
  const told = withoutSecrets(config, definition);
  const notes = fault === 'killed' ? notesOfTries() : null;
  let isAsked = false;
  const run = async (http: FaultyClient, tryId: string): Promise<FaultyAnswer> => {
    const own: ExecutionContext = {
      ...context,
      http,
      ...(notes && { notes: notes(tryId) }),
      wait: (wanted) => {
        isAsked = true;
        return Promise.resolve(rejected(wanted, startMs));
      },
    };
    try {
      const result = await executor(told as never, own);
      return { result, client, isRecorded: false, isAsked, isUnanswered: false };
    } catch (error) {
      if (error instanceof RecordedResponseDue) return { ...ofRecord(recorded, http), client, isAsked };
      if (!(error instanceof NothingRecorded)) throw error;
      return { ...ofRecord(recorded, http), client, isAsked, isUnanswered: true };
    }
  };
  try {
    return await run(client, 'first');
  } catch (error) {
    if (!(error instanceof ProcessKilled)) throw error;
    const again = new FaultyClient({ fault: null, served: null, status, startMs, random });
    const ended = await run(again, 'second');
    client.acted += again.acted;
    return { ...ended, isAsked };
  }
}

const ofRecord = (recorded: BlockResult, { attempts }: FaultyClient) => ({
  result: { ...recorded, attempts: [...attempts, ...(recorded.attempts ?? [])] },
  isRecorded: true,
  isUnanswered: false,
});

/** Notes that one try leaves for the next. */
function notesOfTries(): (tryId: string) => BlockNotes {
  const written = new Map<string, unknown>();
  return (tryId) => ({
    tryId,
    read: (name) => written.get(name),
    write: (name, value) => {
      written.set(name, value);
      return Promise.resolve();
    },
  });
}

const rejected = ({ dueMs }: WaitRequest, startedMs: number) => ({
  startedMs,
  dueMs,
  links: null,
  ended: Promise.resolve({
    how: 'answered' as const,
    decision: 'rejected' as const,
    data: null,
    answeredMs: startedMs,
  }),
});

const outputsOf = ({ outsideWork }: Pick<BlockDefinition, 'outsideWork'>) => outsideWork?.request?.outputs;

function statusOf({ output }: BlockResult, definition: BlockDefinition): number | null {
  const status = output[outputsOf(definition)?.status ?? ''];
  return typeof status === 'number' ? status : null;
}

/** Returns the body of a recorded response if it was JSON, an object or a list; null for others. */
export function jsonBodyOf({ output }: Pick<BlockResult, 'output'>, definition: BlockDefinition): unknown {
  const body = output[outputsOf(definition)?.body ?? ''];
  const headers = output[outputsOf(definition)?.headers ?? ''];
  const type = isJsonObject(headers) ? String(headers['content-type'] ?? '') : '';
  const isJson = /^[^;]{0,200}[/+]json/i.test(type);
  return isJson && (Array.isArray(body) || isJsonObject(body)) ? body : null;
}

function servedResponse(
  recorded: BlockResult,
  definition: BlockDefinition,
  { fault, alteration }: Pick<FaultToServe, 'fault' | 'alteration'>,
): ServedResponse | null {
  const status = statusOf(recorded, definition);
  const headers = recorded.output[outputsOf(definition)?.headers ?? ''];
  if (status === null || !isJsonObject(headers)) return null;
  const { 'content-length': _, 'content-encoding': __, ...others } = headers as ServedResponse['headers'];
  if (fault === 'empty') return { status, headers: others, body: '' };
  const data = jsonBodyOf(recorded, definition);
  if (data === null) return null;
  if (fault === 'malformed') return { status, headers: others, body: writeJson(data).slice(0, -1) };
  if (alteration === null) return null;
  return { status, headers: others, body: writeJson(alter(data, alteration)) };
}

/**
 * Returns a config that makes a valid request although the values of secrets aren't known, without
 * authentication that would have to be fetched.
 */
function withoutSecrets(
  config: Readonly<Record<string, unknown>>,
  { fields }: BlockDefinition,
): Record<string, unknown> {
  const kinds = new Map(fields.map(({ name, kind }) => [name, kind]));
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => {
      if (kinds.get(name) === 'auth') return [name, { kind: 'none' }];
      const isUrl = kinds.get(name) === 'url' && typeof value === 'string' && value.startsWith('{{');
      return [name, withoutNames(isUrl ? `https://${value}` : value, 0)];
    }),
  );
}

function withoutNames(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.includes('{{') ? value.replace(SECRET, 'secret') : value;
  if (depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((item) => withoutNames(item, depth + 1));
  if (!isJsonObject(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutNames(item, depth + 1)]));
}
