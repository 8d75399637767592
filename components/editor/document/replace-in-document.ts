import type { Field } from '@/lib/core/blocks/field';
import { isChosenFrom, schemaInside } from '@/lib/core/blocks/inside-schema';
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

/** What a setting is told by, or a thing elsewhere: another one would mean something else, or nothing. */
const MEANING_MEMBER = /^(id|kind|type|enabled|connectionId|workflowId)$/;

/**
 * Another text wherever `text` stands in the settings of blocks, whatever its case. Names stay, as references
 * follow them when they are changed, and so does what is chosen from a list, at any depth, or shown as dots.
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
  const definition = definitionOf(type);
  const fields = new Map(definition?.fields.map((field) => [field.name, field]));
  const entries = Object.entries(config).map(([name, value]) => {
    const schema = definition === undefined ? null : schemaInside(definition.config, config, name);
    return [name, isChosen(fields.get(name)) ? value : changedIn(value, schema, change)] as const;
  });
  return entries.some(([name, value]) => value !== config[name]) ? Object.fromEntries(entries) : config;
}

/** From a list, or by a thing's id. */
const isChosen = (field: Field | undefined): boolean =>
  field?.kind === 'select' || field?.kind === 'choices' || field?.kind === 'workflow';

type Schema = ReturnType<typeof schemaInside>;

/** The same object where nothing in it is changed. `schema`: null where it isn't known. */
function changedIn(value: unknown, schema: Schema, change: (text: string) => string): unknown {
  if (typeof value === 'string') return schema !== null && isChosenFrom(schema) ? value : change(value);
  if (typeof value !== 'object' || value === null) return value;
  const inside = (name: string) => (schema === null ? null : schemaInside(schema, value, name));
  if (Array.isArray(value)) {
    const items = value.map((item, index) => changedIn(item, inside(String(index)), change));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const before = value as Readonly<Record<string, unknown>>;
  const entries = Object.entries(before).map(([name, member]) => {
    const stays = MEANING_MEMBER.test(name) || (typeof member === 'string' && isHiddenMember(name, member));
    return [name, stays ? member : changedIn(member, inside(name), change)] as const;
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
