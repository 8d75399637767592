import { splitShortened } from '@/lib/core/blocks/shortened-value';
import type { TraceSpan } from '@/lib/core/engine/trace-span';
import { formatBytes } from '../../ui/format-quantity';
import { previewOf } from '../references/completion';

/** What stands before the status of a refusal: the block has its address, and the line has room for a few words. */
const HOST_RETURNED = /^\S+ returned (?=\d)/;

/** Returns what to know first about a block's last run, for one line on its card. */
export function cardWords({ output, error }: Pick<TraceSpan, 'output' | 'error'>): string {
  if (error !== null) return error.message.replace(HOST_RETURNED, '');
  return decisionWords(output) ?? outputWords(output);
}

/** Returns `Approved by Ada` for the output of an answered approval. */
function decisionWords(output: unknown): string | null {
  if (typeof output !== 'object' || output === null || !('decision' in output) || !('by' in output))
    return null;
  const { decision, by } = output;
  if (typeof decision !== 'string' || typeof by !== 'object' || by === null || !('name' in by)) return null;
  return `${decision.charAt(0).toUpperCase()}${decision.slice(1)} by ${String(by.name)}`;
}

/** Returns the output on one line; values too large for the span are shown by their size. */
function outputWords(output: unknown): string {
  const { whole, shortened } = splitShortened(output);
  const sizes = shortened.map(({ name, value }) => `${name} ${formatBytes(value.bytes ?? 0)}`.trim());
  return [...sizes, previewOf(whole)].join(' · ');
}
