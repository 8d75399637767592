import { isEscaped } from '@/lib/core/references/grammar';
import type { Block, WorkflowDocument } from '@/lib/core/workflow/schema';

/** Replaces a variable in these blocks; `\{{NAME}}`, which is text, stays. */
export function replaceVariable(
  document: WorkflowDocument,
  from: string,
  to: string,
  blockIds: Iterable<string> = Object.keys(document.blocks),
): WorkflowDocument {
  const blocks: Record<string, Block> = { ...document.blocks };
  let isChanged = false;
  for (const id of blockIds) {
    const block = blocks[id];
    const config = block === undefined ? undefined : replacedIn(block.config, from, to);
    if (block === undefined || config === block.config) continue;
    blocks[id] = { ...block, config: config as Block['config'] };
    isChanged = true;
  }
  return isChanged ? { ...document, blocks } : document;
}

/** Returns the same object if nothing in it is replaced. */
function replacedIn(value: unknown, from: string, to: string): unknown {
  if (typeof value === 'string') return replacedInText(value, from, to);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => replacedIn(item, from, to));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const entries = Object.entries(value).map(([key, item]) => [key, replacedIn(item, from, to)] as const);
  const before = value as Readonly<Record<string, unknown>>;
  return entries.some(([key, item]) => item !== before[key]) ? Object.fromEntries(entries) : value;
}

function replacedInText(text: string, from: string, to: string): string {
  const [first = '', ...rest] = text.split(`{{${from}}}`);
  return rest.reduce((done, part) => `${done}{{${isEscaped(done, done.length) ? from : to}}}${part}`, first);
}
