import type { ValueShape } from './value-shape';

/** Replaces a value too big for a span. The whole is the file `fileId` of the run's log, if it was kept. */
export interface ShortenedValue {
  truncated: true;
  /** Size of the whole value in the form of `contentType`; null if it is nested too deeply to be written. */
  bytes: number | null;
  contentType?: 'application/json' | 'text/plain';
  /** Null if it was not kept. */
  fileId?: string | null;
  /** The first 64 KB. */
  head?: string;
  shape?: ValueShape;
}

export function isShortened(value: unknown): value is ShortenedValue {
  if (typeof value !== 'object' || value === null) return false;
  const { truncated, head } = value as Partial<ShortenedValue>;
  return truncated === true && typeof head === 'string';
}

/** Splits a block's output: the members a span holds whole, and those it holds shortened. */
export function splitShortened(output: unknown): {
  whole: unknown;
  shortened: Array<{ name: string; value: ShortenedValue }>;
} {
  if (isShortened(output)) return { whole: {}, shortened: [{ name: '', value: output }] };
  if (typeof output !== 'object' || output === null || Array.isArray(output))
    return { whole: output, shortened: [] };
  const shortened = Object.entries(output).flatMap(([name, value]) =>
    isShortened(value) ? [{ name, value }] : [],
  );
  if (shortened.length === 0) return { whole: output, shortened };
  const whole = Object.fromEntries(Object.entries(output).filter(([, value]) => !isShortened(value)));
  return { whole, shortened };
}
