import type { Field } from '@/lib/core/blocks/field';
import type { Block, WorkflowDocument } from '@/lib/core/workflow/schema';
import { definitionOf } from './definition-of';
import { isHiddenMember } from './find-in-document';

export interface ReplacedText {
  document: WorkflowDocument;
  /** How often it stood there. */
  count: number;
  /** In how many blocks. */
  blocks: number;
}

/** What a setting is told by: another one would mean something else, or belong to no connection any more. */
const MEANING_MEMBER = /^(id|kind|type|enabled)$/;

/**
 * Another text wherever `text` stands in the settings of blocks, whatever its case. Names stay, as references
 * follow them when they are changed, and so does what is chosen from a list or shown as dots.
 */
export function replaceInDocument(
  document: WorkflowDocument,
  text: string,
  replacement: string,
): ReplacedText {
  const wanted = text.trim().toLowerCase();
  const nothing = { document, count: 0, blocks: 0 };
  if (wanted === '') return nothing;
  let count = 0;
  const change = (value: string): string => {
    const parts = splitAt(value, wanted);
    count += parts.length - 1;
    return parts.length === 1 ? value : parts.join(replacement);
  };
  const changed = Object.values(document.blocks).flatMap((block): Array<[string, Block]> => {
    const config = changedConfig(block, change);
    return config === block.config ? [] : [[block.id, { ...block, config }]];
  });
  if (count === 0) return nothing;
  const blocks = { ...document.blocks, ...Object.fromEntries(changed) };
  return { document: { ...document, blocks }, count, blocks: changed.length };
}

function changedConfig({ type, config }: Block, change: (text: string) => string): Block['config'] {
  const fields = new Map(definitionOf(type)?.fields.map((field) => [field.name, field]));
  const entries = Object.entries(config).map(
    ([name, value]) => [name, isChosen(fields.get(name)) ? value : changedIn(value, change)] as const,
  );
  return entries.some(([name, value]) => value !== config[name]) ? Object.fromEntries(entries) : config;
}

/** From a list, or by a thing's id. */
const isChosen = (field: Field | undefined): boolean =>
  field?.options !== undefined || field?.kind === 'workflow';

/** The same object where nothing in it is changed. */
function changedIn(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => changedIn(item, change));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const before = value as Readonly<Record<string, unknown>>;
  const entries = Object.entries(before).map(([name, member]) => {
    const stays = MEANING_MEMBER.test(name) || (typeof member === 'string' && isHiddenMember(name, member));
    return [name, stays ? member : changedIn(member, change)] as const;
  });
  return entries.some(([name, member]) => member !== before[name]) ? Object.fromEntries(entries) : value;
}

/** The text between the places where `wanted`, in small letters, stands. */
function splitAt(text: string, wanted: string): string[] {
  const lowered = text.toLowerCase();
  // A few letters become two: then places in one text are not those in the other.
  const sought = lowered.length === text.length ? lowered : text;
  const parts: string[] = [];
  let from = 0;
  for (let at = sought.indexOf(wanted); at !== -1; at = sought.indexOf(wanted, from)) {
    parts.push(text.slice(from, at));
    from = at + wanted.length;
  }
  return [...parts, text.slice(from)];
}
