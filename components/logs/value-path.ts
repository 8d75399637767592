import type { TraceSpan } from '@/lib/core/engine/trace-span';
import type { ValuePath } from '@/lib/core/workflow/provenance';

const STEP = /\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|([^.[\]]+)/g;

/** The steps of a path as trees of JSON write it: `data.items[0]["odd key"]`. */
export function readPath(text: string): ValuePath {
  return Array.from(text.matchAll(STEP), ([, index, key, name = '']) => {
    if (index !== undefined) return Number(index);
    return key === undefined ? name : String(JSON.parse(`"${key}"`));
  });
}

/** What stands there; undefined for nothing. Of lists a negative index counts from the end. */
export function valueAt(value: unknown, path: ValuePath): unknown {
  let found = value;
  for (const written of path) {
    const isFromEnd = Array.isArray(found) && typeof written === 'number' && written < 0;
    const step = isFromEnd ? (found as unknown[]).length + written : written;
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined;
    found = (found as Record<string | number, unknown>)[step];
  }
  return found;
}

/** What a block did, as it is seen from a step of the run: in the same iteration, or in one around it. */
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
