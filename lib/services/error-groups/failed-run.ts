import { fingerprint, kindOf } from '../../core/failures/fingerprint';

/** A longer error is not read: the run is grouped by block and code. */
export const MAX_ERROR_BYTES = 16 * 1024;
/** Characters that are read of a longer error. */
export const ERROR_HEAD_CHARACTERS = 1_000;
const MAX_MESSAGE_CHARACTERS = 2_000;
const MAX_NAME_CHARACTERS = 200;
const UNKNOWN_CODE = 'UNKNOWN';
/** Within a text of the error its quotes would have a backslash. */
const CODE_IN_HEAD = /"code":"([A-Z0-9_]{1,100})"/;
const BLOCK_IN_HEAD = /"blockId":"([^"\\]{1,200})"/;

/** A row of the logs whose run failed. */
export interface FailedRow {
  seq: number;
  id: string;
  workflow_id: string;
  version: number | null;
  tags: string[] | null;
  started_ms: number;
  ended_ms: number;
  /** The error's JSON; of a large one its first characters. */
  error: string | null;
  is_large: boolean;
  /** False for a called run, and for one whose workflow is deleted. */
  is_counted: boolean;
}

/** A failed run, by which its group is found and counted. */
export interface FailedRun {
  logId: string;
  workflowId: string;
  /** Null for the draft. */
  version: number | null;
  tags: readonly string[];
  /** Milliseconds since 1970. */
  startedMs: number;
  endedMs: number;
  blockId: string | null;
  blockName: string | null;
  code: string;
  message: string;
  shape: string;
  fingerprint: string;
}

export function failedRunOf(row: FailedRow): FailedRun {
  const { workflow_id: workflowId } = row;
  const { blockName, message, ...failure } = row.is_large ? headOf(row.error ?? '') : errorOf(row.error);
  const kind = kindOf({ workflowId, message, ...failure });
  return {
    ...kind,
    blockName,
    message: shortened(message, MAX_MESSAGE_CHARACTERS),
    logId: row.id,
    version: row.version,
    tags: row.tags ?? [],
    startedMs: row.started_ms,
    endedMs: row.ended_ms,
    fingerprint: fingerprint(kind),
  };
}

type Read = Pick<FailedRun, 'blockId' | 'blockName' | 'code' | 'message'>;

function headOf(head: string): Read {
  const blockId = BLOCK_IN_HEAD.exec(head)?.[1] ?? null;
  return { blockId, blockName: blockId, code: CODE_IN_HEAD.exec(head)?.[1] ?? UNKNOWN_CODE, message: '' };
}

function errorOf(json: string | null): Read {
  const error = (JSON.parse(json ?? 'null') ?? {}) as Record<string, unknown>;
  return {
    blockId: textOrNull(error.blockId, MAX_NAME_CHARACTERS),
    blockName: textOrNull(error.blockName, MAX_NAME_CHARACTERS),
    code: textOrNull(error.code, MAX_NAME_CHARACTERS) ?? UNKNOWN_CODE,
    // Whole, because the end of a quotation decides about the shape.
    message: textOrNull(error.message, MAX_ERROR_BYTES) ?? '',
  };
}

/** Returns a text that Postgres can store. */
function textOrNull(value: unknown, maxCharacters: number): string | null {
  return typeof value !== 'string' || value === '' ? null : shortened(value, maxCharacters);
}

const shortened = (text: string, maxCharacters: number): string =>
  text.slice(0, maxCharacters).replaceAll('\0', '').toWellFormed();
