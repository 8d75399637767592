import type { TraceSpan } from '@/lib/core/engine/trace-span';
import { readStep } from '@/lib/core/references/read-path';
import type { ValuePath } from '@/lib/core/workflow/provenance';

/** Returns the value at a path, or undefined. A negative list index counts from the end. */
export const valueAt = (value: unknown, path: ValuePath): unknown =>
  path.reduce<unknown>((found, step) => readStep(found, step), value);

/** Returns a block's span visible from another one: in the same iteration, or in an enclosing one. */
export function spanSeenFrom(
  spans: readonly TraceSpan[],
  blockId: string,
  from: Pick<TraceSpan, 'id'>,
): TraceSpan | undefined {
  const ofBlock: TraceSpan[] = [];
  const visit = (level: readonly TraceSpan[]): void => {
    for (const span of level) {
      if (span.blockId === blockId) ofBlock.push(span);
      visit(span.children);
    }
  };
  visit(spans);
  const cut = from.id.indexOf('@');
  const around = cut < 0 ? [] : from.id.slice(cut + 1).split('/');
  for (let depth = around.length; depth >= 0; depth -= 1) {
    const place = around.slice(0, depth).join('/');
    const wanted = place === '' ? blockId : `${blockId}@${place}`;
    const found = ofBlock.find(({ id }) => id === wanted);
    if (found !== undefined) return found;
  }
  return ofBlock[0];
}
