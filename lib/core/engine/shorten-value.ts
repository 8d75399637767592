import { isJsonObject } from '../../platform/text/exact-number';
import { writeJson } from '../../platform/text/json-text';
import { shapeOfValue } from '../blocks/shape-of-value';
import type { ShortenedValue } from '../blocks/shortened-value';
import { fitsSpan, isTooDeep, MAX_SPAN_VALUE_BYTES } from './span-size';

const HEAD_BYTES = 64 * 1024;

/** Keeps a text beside the log. @returns its id, or null when it can't be kept */
export type KeepWhole = (member: string, text: string, contentType: string) => string | null;

const KEEP_NOTHING: KeepWhole = () => null;

/** The value itself while a span holds it, else what stands for it. Secrets are masked already. */
export function shortenValue(value: unknown, keep: KeepWhole = KEEP_NOTHING, member = ''): unknown {
  if (isTooDeep(value)) return { truncated: true, bytes: null } satisfies ShortenedValue;
  return fitsSpan(value) ? value : shortened(value, keep, member);
}

/**
 * A block's output for its span: the members that make it too big are shortened, the biggest first, so that
 * the others (an answer's status, its headers) stay as they are.
 */
export function shortenOutput(output: unknown, keep: KeepWhole): unknown {
  if (!isJsonObject(output) || isTooDeep(output)) return shortenValue(output, keep);
  if (fitsSpan(output)) return output;
  const members = Object.entries(output).map(([name, value]) => ({ name, value, bytes: bytesOf(value) }));
  let bytes = members.reduce((sum, member) => sum + member.bytes, 0);
  for (const member of [...members].sort((a, b) => b.bytes - a.bytes)) {
    if (bytes <= MAX_SPAN_VALUE_BYTES || member.bytes <= 2 * HEAD_BYTES) break;
    bytes -= member.bytes;
    member.value = shortened(member.value, keep, member.name);
  }
  // Thousands of middling members: then it is the whole that is too big.
  if (bytes > MAX_SPAN_VALUE_BYTES) return shortened(output, keep, '');
  return Object.fromEntries(members.map(({ name, value }) => [name, value]));
}

function shortened(value: unknown, keep: KeepWhole, member: string): ShortenedValue {
  const isText = typeof value === 'string';
  const text = isText ? value : (writeJson(value) ?? 'null');
  const contentType = isText ? 'text/plain' : 'application/json';
  return {
    truncated: true,
    bytes: Buffer.byteLength(text),
    contentType,
    fileId: keep(member, text, contentType),
    head: headOf(text),
    shape: shapeOfValue(value),
  };
}

/** Whole characters only. */
function headOf(text: string): string {
  const bytes = Buffer.from(text.slice(0, HEAD_BYTES)).subarray(0, HEAD_BYTES);
  return new TextDecoder().decode(bytes, { stream: true });
}

const bytesOf = (value: unknown): number => Buffer.byteLength(writeJson(value) ?? 'null');
