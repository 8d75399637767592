import { closest } from '../../platform/text/closest';
import { Auth } from '../blocks/auth';
import { compileField } from '../blocks/compile-field';
import type { Field } from '../blocks/field';
import { findVariables } from '../references/find-references';
import type { Reference } from '../references/grammar';
import { looksLikeVariable } from '../references/read-variable';
import { type KnownHead, parseTemplate, type Template } from '../references/template';
import { findUnread, looseWords } from '../references/unread-references';
import type { Finding } from './finding';
import type { NearestName } from './nearest-name';
import type { ReadBlock } from './read-blocks';
import { countReferences, refusedUnread, tooManyInField } from './reference-limits';
import { fieldOfPlace } from './schema';
import type { Steps } from './steps';

/**
 * A finding in a block's config alone. Whether a reference, variable or connection is wrong depends on
 * its surroundings.
 */
export type OwnFinding = { field: string | undefined } & (
  | ({ kind: 'problem' } & Finding)
  | { kind: 'reference'; reference: Reference; when: Field['perIteration'] }
  | { kind: 'variable'; name: string }
  | { kind: 'connection'; id: string }
);

export interface OwnFindings {
  found: readonly OwnFinding[];
  /** The number of references and variables in all of its fields. */
  references: number;
}

/** The most unknown names reported for each field. */
const MOST_UNKNOWN = 20;

/** `nearest`: finds the block that an unknown name likely meant. Takes two steps for each field. */
export function* ownFindingSteps(
  read: ReadBlock,
  isKnownHead: KnownHead,
  nearest: NearestName,
): Steps<OwnFindings> {
  const { definition, config, issues, unknownKeys, excess } = read;
  if (excess !== null)
    return { found: [{ kind: 'problem', field: excess.field, ...excess.finding }], references: 0 };
  const found: OwnFinding[] = issues.map(({ field, path, message }) => invalid(path ?? field, message));
  let references = 0;
  for (const key of unknownKeys) found.push(unknownKey(definition, key));
  const wrong = new Set(issues.map(({ field }) => field));
  for (const described of definition.fields) {
    const { name: field, perIteration: when } = described;
    if (described.references === 'none' || wrong.has(field)) continue;
    yield;
    const value = (config as Record<string, unknown>)[field];
    const refused = refusedUnread(described, value, isKnownHead);
    if (refused !== null) {
      references += refused.references;
      found.push({ kind: 'problem', field, ...refused.finding });
      continue;
    }
    let namesUnknown = false;
    const isKnown: KnownHead = (slug) => {
      const known = isKnownHead(slug);
      namesUnknown ||= !known;
      return known;
    };
    const { problem, problemPlace, templates, places } = compileField(described, value, isKnown);
    yield;
    const placed = templates.map((template, index) => ({ template, at: field + (places?.[index] ?? '') }));
    const count = countReferences(templates);
    references += count;
    const tooMany = tooManyInField(described, count);
    if (tooMany) found.push({ kind: 'problem', field, ...tooMany });
    if (problem) {
      const { code, message } = problem;
      found.push({ kind: 'problem', field: field + problemPlace, code, message, severity: 'error' });
    }
    for (const { at, reference } of referencesIn(placed))
      found.push({ kind: 'reference', field: at, reference, when });
    for (const [name, at] of variablesIn(placed)) found.push({ kind: 'variable', field: at, name });
    const connection = described.kind === 'auth' ? connectionIn(value) : null;
    if (connection !== null)
      found.push({ kind: 'connection', field: `${field}.connectionId`, id: connection });
    for (const { at, finding } of notUnderstood(placed, isKnownHead))
      found.push({ kind: 'problem', field: at, ...finding });
    // A problem that refuses the whole field names the unknown block already.
    const unknown = problem || !namesUnknown ? [] : unknownHeadsIn(placed, isKnownHead);
    for (const [head, at] of [...unknown].slice(0, MOST_UNKNOWN))
      found.push({ kind: 'problem', field: at, ...blockUnknown(head, nearest) });
  }
  for (const { field, id } of definition.connections?.(config) ?? [])
    if (!wrong.has(fieldOfPlace(field))) found.push({ kind: 'connection', field, id });
  for (const { field, text } of definition.startTexts?.(config) ?? [])
    for (const { name } of findVariables(text))
      if (looksLikeVariable(name)) found.push({ kind: 'variable', field, name });
  for (const { field, message } of definition.check?.(config) ?? [])
    if (!wrong.has(fieldOfPlace(field))) found.push(invalid(field, message));
  for (const { field, message } of definition.doubts?.(config) ?? [])
    if (!wrong.has(fieldOfPlace(field)))
      found.push({ kind: 'problem', field, code: 'CONFIG_DOUBTFUL', message, severity: 'warning' });
  return { found, references };
}

/** A text of a field, with its place in the config. */
interface PlacedTemplate {
  template: Template;
  at: string;
}

/** Finds texts that begin as a reference to a block and are none, or are better written differently. */
function notUnderstood(
  placed: readonly PlacedTemplate[],
  isKnownHead: KnownHead,
): Array<{ at: string; finding: Finding }> {
  const findings = new Map<string, { at: string; finding: Finding }>();
  for (const { template, at } of placed) {
    if (!template.source.includes('<')) continue;
    const add = (finding: Finding) => {
      if (!findings.has(finding.message)) findings.set(finding.message, { at, finding });
    };
    for (const { message } of findUnread(template, isKnownHead))
      add({ code: 'REF_NOT_UNDERSTOOD', message, severity: 'warning' });
    for (const part of template.parts) {
      if (typeof part === 'string' || part.kind !== 'reference') continue;
      const message = looseWords(part.reference);
      if (message !== null) add({ code: 'REF_LOOSE', message, severity: 'warning' });
    }
  }
  return [...findings.values()].slice(0, MOST_UNKNOWN);
}

function blockUnknown(head: string, nearest: NearestName): Finding {
  const near = nearest(head);
  const message = `No block is called "${head}": <${head}…> stays plain text.`;
  const meant = { unknown: head, ...(near === undefined ? {} : { nearest: near }) };
  return { code: 'REF_BLOCK_UNKNOWN', message, severity: 'warning', ...meant };
}

const invalid = (field: string | undefined, message: string): OwnFinding => ({
  kind: 'problem',
  field,
  code: 'CONFIG_INVALID',
  message,
  severity: 'error',
});

function unknownKey(definition: ReadBlock['definition'], key: string): OwnFinding {
  const [field] = key.split('.');
  const names = definition.fields.map(({ name }) => name);
  const near = field === key ? closest(key, names) : null;
  const isOwn = field === key && names.length > 0;
  const hint = near !== null ? ` Did you mean "${near}"?` : isOwn ? ` It has: ${names.join(', ')}.` : '';
  const message = `${definition.title} has no setting "${key}".${hint}`;
  return { kind: 'problem', field, code: 'CONFIG_KEY_UNKNOWN', message, severity: 'warning' };
}

/** Returns the id that an authentication names; one that is still to be chosen is reported elsewhere. */
function connectionIn(auth: unknown): string | null {
  const { success, data } = Auth.safeParse(auth);
  const id = success && data.kind === 'connection' ? data.connectionId.trim() : '';
  return id === '' ? null : id;
}

/**
 * Returns one reference of each kind, at its first place: a problem of one is a problem of all that name
 * the same output.
 */
function referencesIn(
  placed: readonly PlacedTemplate[],
): Iterable<Pick<PlacedTemplate, 'at'> & { reference: Reference }> {
  const found = new Map<string, { at: string; reference: Reference }>();
  for (const { template, at } of placed)
    for (const part of template.parts) {
      if (typeof part === 'string' || part.kind !== 'reference') continue;
      const { head, path } = part.reference;
      const output = path.length === 0 ? head : `${head}.${path[0]}`;
      if (!found.has(output)) found.set(output, { at, reference: part.reference });
    }
  return found.values();
}

/** Returns the `{{NAME}}`s that must name a variable, each with its first place. */
function variablesIn(placed: readonly PlacedTemplate[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const { template, at } of placed)
    for (const part of template.parts) {
      if (typeof part === 'string' || part.kind !== 'variable' || part.slashes % 2 === 1) continue;
      if (!names.has(part.name) && looksLikeVariable(part.name)) names.set(part.name, at);
    }
  return names;
}

/** Returns names that no block has, each with its first place. */
function unknownHeadsIn(placed: readonly PlacedTemplate[], isKnownHead: KnownHead): Map<string, string> {
  const unknown = new Map<string, string>();
  for (const { template, at } of placed) {
    if (!template.source.includes('<')) continue;
    const read = parseTemplate(template.source, () => true);
    for (const { reference } of referencesIn([{ template: read, at }])) {
      const { slug, head } = reference;
      if (!isKnownHead(slug) && !unknown.has(head)) unknown.set(head, at);
    }
  }
  return unknown;
}
