import { blockDefinitions } from '@/lib/core/blocks/registry/definitions';
import type { TraceSpan } from '@/lib/core/engine/trace-span';
import { isJsonObject } from '@/lib/platform/text/exact-number';

export interface OutputSource {
  /** The block that returned the run's output. */
  span: TraceSpan;
  /** The path in the input of a Response block; null if the output is the block's own. */
  inputPath: string | null;
}

/**
 * Returns the block that produced a value of the run's output: the first Response block that ended, else
 * the block that ended last. `path`: in that output, in the notation of the JSON tree.
 */
export function outputSource(spans: readonly TraceSpan[], path: string): OutputSource | null {
  const ended = inOrderOfEnd(spans);
  const all = inOrderOfEnd(flat(spans));
  const answering = all.find(({ type, status }) => answers(type) && status === 'success');
  if (answering !== undefined) {
    const body = isJsonObject(answering.output) ? answering.output.body : undefined;
    // An output that is not an object is stored under `value` in the log.
    const inBody = isJsonObject(body) ? path : path.replace(/^value\b\.?/, '');
    const inputPath = inBody === '' || inBody.startsWith('[') ? `body${inBody}` : `body.${inBody}`;
    return { span: answering, inputPath };
  }
  const last = ended.findLast(({ status }) => status === 'success' || status === 'warning');
  return last === undefined ? null : { span: last, inputPath: null };
}

const answers = (type: string): boolean => blockDefinitions.get(type)?.sets === 'response';

const flat = (spans: readonly TraceSpan[]): TraceSpan[] =>
  spans.flatMap((span) => [span, ...flat(span.children)]);

const inOrderOfEnd = (spans: readonly TraceSpan[]): TraceSpan[] =>
  [...spans].sort((a, b) => Date.parse(a.endTime) - Date.parse(b.endTime));
