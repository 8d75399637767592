import { isJsonObject } from '../../platform/text/exact-number';
import { jsonLength } from '../../platform/text/json-length';
import { writeJson } from '../../platform/text/json-text';
import { shapeOfValue } from '../blocks/shape-of-value';
import { isShortened, type ShortenedValue } from '../blocks/shortened-value';
import { fitsSpan, isSmall, isTooDeep, MAX_SPAN_VALUE_BYTES, unitsOf } from './span-size';

const HEAD_BYTES = 64 * 1024;

/** Stores a text beside the log. @returns its id, or null if it can't be stored */
export type KeepWhole = (member: string, text: string, contentType: string) => string | null;

const KEEP_NOTHING: KeepWhole = () => null;

/** Returns the value itself if a span can hold it, else its replacement. Secrets are masked already. */
export function shortenValue(value: unknown, keep: KeepWhole = KEEP_NOTHING, member = ''): unknown {
  if (isSmall(value)) return value;
  if (isTooDeep(value)) return { truncated: true, bytes: null } satisfies ShortenedValue;
  return fitsSpan(value) ? value : shortened(value, { keep, member });
}

/**
 * Shortens a block's output for its span: the members that make it too large, the largest first, so that
 * the others (a response's status, its headers) stay as they are.
 */
export function shortenOutput(output: unknown, keep: KeepWhole): unknown {
  if (isSmall(output)) return output;
  if (!isJsonObject(output) || isTooDeep(output)) return shortenValue(output, keep);
  if (fitsSpan(output)) return output;
  const members = Object.entries(output).map(([name, value]) => measured(name, value));
  let bytes = members.reduce((sum, member) => sum + member.bytes, 0);
  for (const member of [...members].sort((a, b) => b.bytes - a.bytes)) {
    if (bytes <= MAX_SPAN_VALUE_BYTES || member.bytes <= 2 * HEAD_BYTES) break;
    bytes -= member.bytes;
    member.value = shortened(member.value, { keep, member: member.name, json: member.text });
  }
  // With thousands of medium-sized members it is the whole that is too large.
  if (bytes > MAX_SPAN_VALUE_BYTES) return shortened(output, { keep });
  return Object.fromEntries(members.map(({ name, value }) => [name, value]));
}

/** Limits for the spans of a run's containers: the total, each value's share, and the part shown of more. */
const NESTED_UNITS = 8 * 1024 * 1024;
const NESTED_VALUE_UNITS = 64 * 1024;
const NESTED_HEAD_BYTES = 2 * 1024;

/**
 * Keeps the log of a loop small: the first iterations are complete, then larger values only have their
 * beginning.
 */
export class NestedSpace {
  #left = NESTED_UNITS;

  shorten(value: unknown, keep: KeepWhole): unknown {
    const units = unitsOf(value, Math.min(NESTED_VALUE_UNITS, Math.max(0, this.#left)));
    if (units !== null) {
      this.#left -= units;
      return value;
    }
    if (this.#left < NESTED_HEAD_BYTES || isTooDeep(value)) return { truncated: true, bytes: null };
    const short = shortened(value, { keep, headBytes: NESTED_HEAD_BYTES });
    this.#left -= NESTED_HEAD_BYTES;
    return short;
  }
}

/** The total size of the spans at the top of a log, except for the first values, which are not measured. */
const LOG_CHARACTERS = 16 * 1024 * 1024;
const UNMEASURED_VALUES = 16;
/** The room for the beginnings of values once that is used up. */
const LOG_HEADS = 4 * 1024 * 1024;

/**
 * Keeps the log of a run with many large blocks small enough to be stored: later values that no longer
 * fit are shown by their beginning, then not at all.
 */
export class LogSpace {
  #values = 0;
  #left = LOG_CHARACTERS;
  #heads = LOG_HEADS;

  /** `value` is already shortened for its own span. */
  fit(value: unknown): unknown {
    this.#values += 1;
    if (this.#values <= UNMEASURED_VALUES) return value;
    const characters = jsonLength(value, this.#left);
    if (characters <= this.#left) {
      this.#left -= characters;
      return value;
    }
    this.#heads -= NESTED_HEAD_BYTES;
    if (this.#heads < 0) return { truncated: true, bytes: null } satisfies ShortenedValue;
    if (isShortened(value)) return { ...value, head: headOf(value.head ?? '', NESTED_HEAD_BYTES) };
    return shortened(value, { headBytes: NESTED_HEAD_BYTES });
  }
}

interface Shortening {
  keep?: KeepWhole;
  /** The member of an output that it is, for its file's name. */
  member?: string;
  headBytes?: number;
  /** Its JSON, if it was written already. */
  json?: string;
}

function shortened(
  value: unknown,
  { keep = KEEP_NOTHING, member = '', headBytes = HEAD_BYTES, json }: Shortening,
): ShortenedValue {
  const isText = typeof value === 'string';
  const text = isText ? value : (json ?? jsonOf(value));
  const contentType = isText ? 'text/plain' : 'application/json';
  return {
    truncated: true,
    bytes: Buffer.byteLength(text),
    contentType,
    fileId: keep(member, text, contentType),
    head: headOf(text, headBytes),
    shape: shapeOfValue(value),
  };
}

/** Returns the beginning of a text in at most `most` bytes, whole characters only. */
function headOf(text: string, most: number): string {
  const bytes = Buffer.from(text.slice(0, most)).subarray(0, most);
  return new TextDecoder().decode(bytes, { stream: true });
}

const jsonOf = (value: unknown): string => writeJson(value) ?? 'null';

interface Member {
  name: string;
  value: unknown;
  bytes: number;
  text: string;
}

/** Keeps the JSON of a member, because a large one is written twice otherwise. */
function measured(name: string, value: unknown): Member {
  const text = jsonOf(value);
  return { name, value, bytes: Buffer.byteLength(text), text };
}
