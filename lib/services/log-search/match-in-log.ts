import type { TraceSpan } from '../../core/engine/trace-span';
import { pathInside } from '../../core/references/path-text';
import type { LogMatch } from './schema';

const AROUND_CHARACTERS = 60;

/** The names and indexes that lead to a value. */
type Path = ReadonlyArray<string | number>;

/**
 * Returns the first place in a log's values that contains the text, in the order the blocks ran. Property
 * names are searched too.
 * @param texts the ways to write what is sought, lower case
 */
export function matchInLog(
  spans: readonly TraceSpan[],
  { output, error }: { output: unknown; error: unknown },
  texts: readonly string[],
): LogMatch | undefined {
  for (const span of inOrder(spans)) {
    const { name: block, error } = span;
    const found =
      matchIn(span.error === null ? undefined : error, 'error', block, texts) ??
      matchIn(span.output, 'output', block, texts) ??
      matchIn(span.input, 'input', block, texts);
    if (found !== undefined) return found;
  }
  return matchIn(output, 'finalOutput', null, texts) ?? matchIn(error, 'error', null, texts);
}

function* inOrder(spans: readonly TraceSpan[]): Generator<TraceSpan> {
  const left = [...spans].reverse();
  for (let span = left.pop(); span !== undefined; span = left.pop()) {
    yield span;
    for (let index = span.children.length - 1; index >= 0; index -= 1) left.push(span.children[index]!);
  }
}

function matchIn(
  value: unknown,
  part: LogMatch['part'],
  block: string | null,
  texts: readonly string[],
): LogMatch | undefined {
  // A list instead of recursion, because upstream data may be deeply nested.
  const left: Array<{ value: unknown; path: Path }> = [{ value, path: [] }];
  for (let item = left.pop(); item !== undefined; item = left.pop()) {
    const { value, path } = item;
    if (typeof value === 'object' && value !== null) {
      const entries: Array<[string | number, unknown]> = Array.isArray(value)
        ? [...value.entries()]
        : Object.entries(value);
      const named = Array.isArray(value)
        ? undefined
        : entries.find(([name]) => foundIn(String(name), texts) !== undefined);
      if (named !== undefined)
        return {
          part,
          block,
          path: pathInside([...path, named[0]]),
          excerpt: excerptOf(String(named[0]), foundIn(String(named[0]), texts) ?? ''),
        };
      for (const [name, member] of entries.reverse()) left.push({ value: member, path: [...path, name] });
    } else if (value !== undefined && value !== null) {
      const whole = String(value);
      const text = foundIn(whole, texts);
      if (text !== undefined) return { part, block, path: pathInside(path), excerpt: excerptOf(whole, text) };
    }
  }
  return undefined;
}

function foundIn(whole: string, texts: readonly string[]): string | undefined {
  const lower = whole.toLowerCase();
  return texts.find((text) => lower.includes(text));
}

function excerptOf(whole: string, text: string): string {
  const at = Math.max(0, whole.toLowerCase().indexOf(text));
  const [from, to] = [Math.max(0, at - AROUND_CHARACTERS), at + text.length + AROUND_CHARACTERS];
  return `${from > 0 ? '…' : ''}${whole.slice(from, to)}${to < whole.length ? '…' : ''}`;
}
