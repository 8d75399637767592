import { findReferences, knownHeads } from '../references/find-references';
import type { Reference } from '../references/grammar';
import { renameAllReferences } from '../references/rename-references';
import { parseJsonTemplate } from '../references/resolve-json';
import { type KnownHead, parseTemplate } from '../references/template';
import type { WholeOutputs } from '../references/whole-outputs';
import type { Field, ReferenceContext } from './field';

/** `value`: alone, or in text that is JSON with its references filled in. */
export type TextPlace = WholeOutputs | 'value';

/** Returns where whole outputs are references in a text of a config, as `compileField` reads it. */
export function textPlace(
  context: ReferenceContext | undefined,
  owner: unknown,
  key: string | undefined,
): TextPlace {
  const { kind, type } = (typeof owner === 'object' && owner !== null ? owner : {}) as Record<
    string,
    unknown
  >;
  switch (context) {
    case 'value':
    case 'json':
      return context;
    case 'bindings':
      return 'code';
    case 'bindings-rows':
      return key === 'expression' ? 'code' : 'none';
    case 'value-rows':
      return key === 'value' && type !== 'string' ? 'value' : 'none';
    case 'path-rows':
    case 'query-rows':
    case 'header-rows':
      return key === 'value' ? 'lone' : 'none';
    case 'body':
      if (key === 'variables' || (key === 'value' && kind === 'json')) return 'json';
      return key === 'value' ? 'lone' : 'none';
    case 'tools':
      if (key === 'body') return 'json';
      return key === 'value' ? 'lone' : 'none';
    default:
      return 'none';
  }
}

/** Replaces `value` by the form that a text really has. */
export function wholeIn(text: string, place: TextPlace, isKnownHead: KnownHead): WholeOutputs {
  if (place !== 'value') return place;
  if (!/^\s*[[{]/.test(text)) return 'lone';
  const template = parseTemplate(text, isKnownHead, 'json', 'json');
  return parseJsonTemplate(template).problem === null ? 'json' : 'lone';
}

/** Returns the references in a text of a config. */
export function referencesAt(text: string, place: TextPlace, blockSlugs: ReadonlySet<string>): Reference[] {
  if (!text.includes('<')) return [];
  return findReferences(text, blockSlugs, wholeIn(text, place, knownHeads(blockSlugs)));
}

/** New slugs by the old ones. */
export interface Renames {
  to: ReadonlyMap<string, string>;
  /** The workflow's slugs and the old ones. */
  slugs: ReadonlySet<string>;
}

/** Does what `renameAllReferences` does, in one text of a config. */
export function renameAt(text: string, place: TextPlace, { to, slugs }: Renames): string {
  if (!text.includes('<')) return text;
  return renameAllReferences(text, to, slugs, wholeIn(text, place, knownHeads(slugs)));
}

/** Yields all texts in a value of a config, with their places in it. */
export function* textsAt(
  field: Pick<Field, 'references'> | undefined,
  value: unknown,
  at = '',
  owner: unknown = undefined,
  key?: string,
): Generator<{ text: string; field: string; place: TextPlace }> {
  if (typeof value === 'string')
    yield { text: value, field: at, place: textPlace(field?.references, owner, key) };
  else if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* textsAt(field, item, `${at}[${index}]`, value);
  else if (typeof value === 'object' && value !== null)
    for (const [name, item] of Object.entries(value))
      yield* textsAt(field, item, at === '' ? name : `${at}.${name}`, value, name);
}
