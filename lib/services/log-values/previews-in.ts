import type { TraceSpan } from '../../core/engine/trace-span';
import { runInputOf } from '../../core/replay/compare-spans';
import { ExactNumber, parseExact } from '../../platform/text/exact-number';
import { writeJson } from '../../platform/text/json-text';
import { MAX_VALUE_CHARACTERS, type ValuePath } from './schema';

/** The texts of a log as JSON; null for one that is not needed. */
interface LogTexts {
  spans: string | null;
  output: string | null;
}

/** Returns the beginning of each value as text; null where there is none. */
export function previewsIn({ spans, output }: LogTexts, paths: readonly ValuePath[]): Array<string | null> {
  const whole = {
    input: spans === null ? undefined : runInputOf(parseExact(spans) as TraceSpan[]),
    output: output === null ? undefined : parseExact(output),
  };
  return paths.map(({ side, steps }) => preview(valueAt(whole[side], steps)));
}

function valueAt(root: unknown, steps: ValuePath['steps']): unknown {
  let value = root;
  for (const step of steps) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = Reflect.get(value, step);
  }
  return value;
}

function preview(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text =
    typeof value === 'object' && !(value instanceof ExactNumber) ? writeJson(value) : String(value);
  return text.length > MAX_VALUE_CHARACTERS ? `${text.slice(0, MAX_VALUE_CHARACTERS)}…` : text;
}
