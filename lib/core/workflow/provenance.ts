import { isJsonObject } from '../../platform/text/exact-number';
import type { Field } from '../blocks/field';
import type { BlockDefinitions } from '../blocks/registry/definitions';
import { referencesAt, type TextPlace, textsAt } from '../blocks/whole-outputs-at';
import { ANY_INDEX, type OpenStep, placesRead, type ReadPlace } from '../references/behind-items';
import { knownHeads } from '../references/find-references';
import type { Reference } from '../references/grammar';
import { literalText, pathText } from '../references/path-text';
import { looksLikeVariable } from '../references/read-variable';
import { RESERVED_HEADS, RUN_VARIABLES, slugOf } from '../references/slug';
import { parseTemplate } from '../references/template';
import type { Block, WorkflowDocument } from './schema';

export type ValuePath = ReadonlyArray<string | number>;

/** The source of a value. */
export interface ValueSource {
  /** The reference as written in the field, with its angle brackets. */
  reference: string;
  /** The block with the output; for `<loop.…>` the container, for `<variable.…>` the block that sets it. */
  blockId: string;
  /** The path in that block's output; null if the reference is not to an output. */
  path: ValuePath | null;
}

/** A field that refers to a value. */
export interface ValueUse {
  reference: string;
  blockId: string;
  /** The field's place in the block's config, such as `headers[0].value`. */
  field: string;
}

const MOST_FOUND = 100;

/**
 * Returns the outputs that went into one value of a block's input: the references in the field at that
 * place, each followed as deep as the place goes.
 */
export function sourcesOf(
  document: WorkflowDocument,
  definitions: BlockDefinitions,
  { blockId, path }: { blockId: string; path: ValuePath },
): ValueSource[] {
  const block = document.blocks[blockId];
  if (block === undefined) return [];
  const slugs = slugsOf(document);
  const names = new Set(slugs.keys());
  const { value, rest, owner, key } = fieldAt(block.config, path);
  const field = fieldOf(definitions, block, path);
  const found: ValueSource[] = [];
  for (const { text, place } of textsAt(field, value, '', owner, key)) {
    const bound = place === 'code' ? boundReference(text, rest, slugs) : null;
    const references = bound?.references ?? narrowed(text, rest, { place, names });
    // Only a field that is one reference has the value itself; others have made it part of a text.
    const [only] = references;
    const isLone = references.length === 1 && only !== undefined && isWhole(text, only);
    const deeper = bound?.rest ?? (isLone ? rest : []);
    for (const reference of references)
      found.push(...sourcesOfReference(document, definitions, { block, reference, slugs, rest: deeper }));
    if (found.length >= MOST_FOUND) break;
  }
  return withoutRepeats(found, ({ reference, blockId: id }) => `${id} ${reference}`);
}

/**
 * Returns the fields that refer to a value of a block's output, to a part of it, or to a value that
 * contains it; also through a variable that the block sets, and through the items of a container.
 */
export function usesOf(
  document: WorkflowDocument,
  definitions: BlockDefinitions,
  { blockId, path, output }: { blockId: string; path: ValuePath; output?: unknown },
): ValueUse[] {
  const block = document.blocks[blockId];
  if (block === undefined) return [];
  const slugs = new Set(slugsOf(document).keys());
  const scope = {
    blocks: document.blocks,
    slugs,
    containerKind: (type: string) => definitions.get(type)?.container,
  };
  const own = [
    slugOf(block.name),
    ...(definitions.get(block.type)?.sets === 'variables' ? [RUN_VARIABLES] : []),
  ];
  const found: ValueUse[] = [];
  const isRead = (places: readonly ReadPlace[]): boolean =>
    places.some((read) => own.includes(read.slug) && overlap(read.path, path, output));
  // Many references may read the same items.
  const known = new Map<readonly ReadPlace[], boolean>();
  for (const user of Object.values(document.blocks))
    for (const { text, field, place } of textsOf(user, definitions))
      for (const reference of referencesAt(text, place, slugs)) {
        const places = placesRead(scope, { block: user, field }, reference);
        if (!known.has(places)) known.set(places, isRead(places));
        if (known.get(places) !== true) continue;
        if (found.length < MOST_FOUND) found.push({ reference: written(reference), blockId: user.id, field });
      }
  return withoutRepeats(found, ({ blockId: id, field, reference }) => `${id} ${field} ${reference}`);
}

const slugsOf = ({ blocks }: WorkflowDocument): Map<string, string> =>
  new Map(Object.values(blocks).map(({ id, name }) => [slugOf(name), id]));

/** True if one of the places is in the other; `output` gives the length of lists. */
function overlap(read: readonly OpenStep[], path: ValuePath, output: unknown): boolean {
  let value = output;
  for (const [at, step] of path.entries()) {
    const other = read[at];
    if (other === undefined) return true;
    const isIndex = typeof step === 'number';
    if (isIndex && typeof other === 'number' && other < 0) {
      if (Array.isArray(value) && value.length + other !== step) return false;
    } else if (!(isIndex && other === ANY_INDEX) && other !== step) return false;
    const canGoOn = typeof value === 'object' && value !== null && Object.hasOwn(value, step);
    value = canGoOn ? (value as Record<string | number, unknown>)[step] : undefined;
  }
  return true;
}

/** Returns the field that a place in the resolved input begins with. */
const fieldOf = (definitions: BlockDefinitions, { type }: Block, [first]: ValuePath): Field | undefined =>
  definitions.get(type)?.fields.find(({ name }) => name === first);

interface FoundField {
  value: unknown;
  /** The rest of the place's path. */
  rest: ValuePath;
  /** The object that holds the value, and the value's key in it. */
  owner: unknown;
  key?: string;
}

/** Returns the config's value at a place of the resolved input. */
function fieldAt(config: unknown, path: ValuePath): FoundField {
  let value = config;
  let owner: unknown;
  let key: string | undefined;
  let at = 0;
  for (; at < path.length; at += 1) {
    const step = path[at] ?? '';
    const rows = Array.isArray(value) && typeof step === 'number' ? value : null;
    if (rows === null && !isJsonObject(value)) break;
    const next = rows === null ? (value as Record<string, unknown>)[step] : sentRows(rows)[step as number];
    if (next === undefined) break;
    owner = value;
    key = String(step);
    value = next;
    // Rows of a key and a value are resolved to pairs.
    const place = path[at + 1];
    if (isJsonObject(value) && 'key' in value && 'value' in value && typeof place === 'number') {
      owner = value;
      key = place === 0 ? 'key' : 'value';
      value = place === 0 ? value.key : value.value;
      at += 1;
    }
  }
  return { value, rest: path.slice(at), owner, ...(key === undefined ? {} : { key }) };
}

/** Returns the rows that are in the input: neither disabled nor without a name. */
const sentRows = (rows: readonly unknown[]): unknown[] =>
  rows.filter((row) => !isJsonObject(row) || (row.enabled !== false && row.key !== ''));

/** Yields all texts in the config of a block, with their places. */
function* textsOf({ type, config }: Block, definitions: BlockDefinitions) {
  const fields = new Map(definitions.get(type)?.fields.map((field) => [field.name, field]));
  for (const [name, value] of Object.entries(config))
    yield* textsAt(fields.get(name), value, name, config, name);
}

const isWhole = (text: string, { start, end }: Reference): boolean =>
  text.slice(0, start).trim() === '' && text.slice(end).trim() === '';

const BOUND = /^\$ref(\d{1,6})$/;

/**
 * Returns the reference that a value beside code belongs to, and the rest of the path; null if the place
 * is no such value. Older logs have numbered variables in its place: numbered as the references and
 * `{{NAME}}`s stand in the code.
 */
function boundReference(
  text: string,
  [member, name, ...rest]: ValuePath,
  slugs: ReadonlyMap<string, string>,
): { references: Reference[]; rest: ValuePath } | null {
  if (member === 'values') {
    const all = referencesAt(text, 'code', new Set(slugs.keys()));
    return { references: all.filter(({ start, end }) => text.slice(start, end) === name).slice(0, 1), rest };
  }
  const number = member === 'bindings' ? BOUND.exec(String(name))?.[1] : undefined;
  // The author's own names shift the numbers.
  if (number === undefined || text.includes('$ref')) return null;
  const bound = parseTemplate(text, knownHeads(slugs.keys()), 'ours', 'code').parts.filter(
    (part) =>
      typeof part !== 'string' &&
      (part.kind === 'reference' || (part.slashes % 2 === 0 && looksLikeVariable(part.name))),
  );
  const part = bound[Number(number)];
  const isReference = typeof part === 'object' && part.kind === 'reference';
  return { references: isReference ? [part.reference] : [], rest };
}

/** Returns the references at that place of a text that is JSON, if they leave it readable; else all. */
function narrowed(
  text: string,
  rest: ValuePath,
  { place, names }: { place: TextPlace; names: ReadonlySet<string> },
): Reference[] {
  const references = referencesAt(text, place, names);
  if (rest.length === 0 || !/^\s*[{[]/.test(text)) return references;
  // A mark stands for a reference, inside a text of the JSON or as a value of its own.
  const mark = (index: number) => `\u0001${index}\u0002`;
  let json = '';
  let cursor = 0;
  let isInText = false;
  for (const [index, { start, end }] of references.entries()) {
    const before = text.slice(cursor, start);
    isInText = endsInText(before, isInText);
    json += before + (isInText ? `\\u0001${index}\\u0002` : `"\\u0001${index}\\u0002"`);
    cursor = end;
  }
  const part = partAt(json + text.slice(cursor), rest);
  if (part === undefined) return references;
  const texts = [...textsAt(undefined, part)].map((one) => one.text).join(' ');
  return references.filter((_, index) => texts.includes(mark(index)));
}

function endsInText(json: string, begins: boolean): boolean {
  let isIn = begins;
  for (let at = 0; at < json.length; at += 1) {
    if (json[at] === '\\' && isIn) at += 1;
    else if (json[at] === '"') isIn = !isIn;
  }
  return isIn;
}

function partAt(json: string, path: ValuePath): unknown {
  try {
    let value: unknown = JSON.parse(json);
    for (const step of path) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) break;
      value = (value as Record<string | number, unknown>)[step];
    }
    return value;
  } catch {
    return undefined;
  }
}

interface Referring {
  block: Block;
  reference: Reference;
  slugs: ReadonlyMap<string, string>;
  /** The rest of the path into the value. */
  rest: ValuePath;
}

function sourcesOfReference(
  document: WorkflowDocument,
  definitions: BlockDefinitions,
  { block, reference, slugs, rest }: Referring,
): ValueSource[] {
  const { slug, path } = reference;
  const found = { reference: written(reference) };
  if (slug === RUN_VARIABLES)
    return Object.values(document.blocks)
      .filter(
        ({ type, config }) =>
          definitions.get(type)?.sets === 'variables' && (path.length === 0 || names(config, path[0])),
      )
      .map(({ id }) => ({ ...found, blockId: id, path: [...path, ...rest] }));
  if (RESERVED_HEADS.has(slug)) {
    const container = containerOf(document, definitions, block, slug);
    return container === undefined ? [] : [{ ...found, blockId: container.id, path: null }];
  }
  const blockId = slugs.get(slug);
  return blockId === undefined ? [] : [{ ...found, blockId, path: [...path, ...rest] }];
}

/** True if one of its rows has that name. */
const names = (config: Record<string, unknown>, name: unknown): boolean =>
  Object.values(config).some(
    (rows) => Array.isArray(rows) && rows.some((row) => isJsonObject(row) && (row.name ?? row.key) === name),
  );

/** Returns the innermost container of that kind around a block, or the block itself. */
function containerOf(
  { blocks }: WorkflowDocument,
  definitions: BlockDefinitions,
  block: Block,
  kind: string,
): Block | undefined {
  let around: Block | undefined = block;
  for (let depth = 0; around !== undefined && depth < Object.keys(blocks).length; depth += 1) {
    if (definitions.get(around.type)?.container?.kind === kind) return around;
    around = around.parentId === undefined ? undefined : blocks[around.parentId];
  }
  return undefined;
}

function written({ head, path, optional, fallback }: Reference): string {
  const otherwise = fallback === null ? '' : ` ?? ${literalText(fallback.value)}`;
  return `<${head}${pathText(path)}${optional ? '?' : ''}${otherwise}>`;
}

function withoutRepeats<T>(list: readonly T[], key: (item: T) => string): T[] {
  return [...new Map(list.map((item) => [key(item), item])).values()];
}
