import type { Field } from '@/lib/core/blocks/field';
import { isChosenFrom, schemaInside } from '@/lib/core/blocks/inside-schema';
import { referencesAt, type TextPlace, textPlace } from '@/lib/core/blocks/whole-outputs-at';
import { slugOf } from '@/lib/core/references/slug';
import type { Block, WorkflowDocument } from '@/lib/core/workflow/schema';
import { definitionOf } from './definition-of';
import { isHiddenMember } from './find-in-document';

export interface ReplacedText {
  document: WorkflowDocument;
  /** The number of replacements. */
  count: number;
  /** The number of blocks with replacements. */
  blocks: number;
}

/** Members that identify a setting or refer to an object elsewhere: replaced text would break them. */
const MEANING_MEMBER = /^(id|kind|type|enabled|connectionId|workflowId)$/;

/**
 * Replaces `text` in the settings of blocks, ignoring case. Names of blocks stay, also in references,
 * which are updated when a block is renamed; so do values chosen from a list, at any depth, or shown as
 * dots.
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
  const slugs = new Set(Object.values(document.blocks).map(({ name }) => slugOf(name)));
  const change: ChangeText = (value, place) => {
    let heads: Head[] | undefined;
    let next = 0;
    const parts = splitAt(value, wanted, (from, to) => {
      heads ??= place === null ? [] : headsIn(value, place, slugs);
      // Both are asked for in their order, so heads behind a match are never looked at again.
      while ((heads[next]?.end ?? Number.POSITIVE_INFINITY) <= from) next += 1;
      for (let at = next; (heads[at]?.start ?? Number.POSITIVE_INFINITY) < to; at += 1)
        if (isPartOf(heads[at] as Head, from, to)) return true;
      return false;
    });
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

/** `place`: null if a text has no references. */
type ChangeText = (text: string, place: TextPlace | null) => string;

function changedConfig({ type, config }: Block, change: ChangeText): Block['config'] {
  const definition = definitionOf(type);
  const fields = new Map(definition?.fields.map((field) => [field.name, field]));
  const entries = Object.entries(config).map(([name, value]) => {
    const field = fields.get(name);
    if (isChosen(field)) return [name, value] as const;
    const schema = definition === undefined ? null : schemaInside(definition.config, config, name);
    const changeAt: ChangeAt = (text, owner, key) =>
      change(text, field?.references === 'none' ? null : textPlace(field?.references, owner, key));
    return [name, changedIn(value, schema, changeAt)] as const;
  });
  return entries.some(([name, value]) => value !== config[name]) ? Object.fromEntries(entries) : config;
}

/** Kinds whose value is chosen from a list, or is an object's id. */
const CHOSEN: ReadonlySet<Field['kind']> = new Set(['select', 'choices', 'repeat', 'workflow']);
const isChosen = (field: Field | undefined): boolean => field !== undefined && CHOSEN.has(field.kind);

type Schema = ReturnType<typeof schemaInside>;
/** Also gets the object that holds the text, and its key. */
type ChangeAt = (text: string, owner?: unknown, key?: string) => string;

/** Returns the same object if nothing in it changes. `schema`: null if it isn't known. */
function changedIn(value: unknown, schema: Schema, change: ChangeAt, owner?: unknown, key?: string): unknown {
  if (typeof value === 'string')
    return schema !== null && isChosenFrom(schema) ? value : change(value, owner, key);
  if (typeof value !== 'object' || value === null) return value;
  const inside = (name: string) => (schema === null ? null : schemaInside(schema, value, name));
  if (Array.isArray(value)) {
    const items = value.map((item, index) => changedIn(item, inside(String(index)), change, value));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const before = value as Readonly<Record<string, unknown>>;
  const entries = Object.entries(before).map(([name, member]) => {
    const stays = MEANING_MEMBER.test(name) || (typeof member === 'string' && isHiddenMember(name, member));
    return [name, stays ? member : changedIn(member, inside(name), change, value, name)] as const;
  });
  return entries.some(([name, member]) => member !== before[name]) ? Object.fromEntries(entries) : value;
}

interface Head {
  start: number;
  end: number;
}

/** Returns the ranges in a text where references name a block. */
const headsIn = (text: string, place: TextPlace, slugs: ReadonlySet<string>): Head[] =>
  referencesAt(text, place, slugs).map(({ start, head }) => ({
    start: start + 1,
    end: start + 1 + head.length,
  }));

/** True if a match is only the name, or part of it; a match with more of the reference is replaced. */
function isPartOf({ start, end }: Head, from: number, to: number): boolean {
  const isApart = to <= start || from >= end;
  const isMore = from <= start && to >= end && to - from > end - start;
  return !isApart && !isMore;
}

/** Splits the text at matches of `wanted` (lowercase), except those that stay. */
function splitAt(text: string, wanted: string, stays: (from: number, to: number) => boolean): string[] {
  const lowered = text.toLowerCase();
  // Lowercasing turns a few letters into two: then indices in the two texts differ.
  const sought = lowered.length === text.length ? lowered : text;
  const parts: string[] = [];
  let from = 0;
  let at = sought.indexOf(wanted);
  while (at !== -1) {
    const end = at + wanted.length;
    const isKept = stays(at, end);
    if (!isKept) {
      parts.push(text.slice(from, at));
      from = end;
    }
    at = sought.indexOf(wanted, isKept ? at + 1 : end);
  }
  return [...parts, text.slice(from)];
}
