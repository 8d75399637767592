import { endOfString } from '../../platform/text/count-levels.mjs';
import { parseExact } from '../../platform/text/exact-number';
import { isNestedTooDeeply, MAX_JSON_DEPTH } from '../../platform/text/json-depth';
import { hasTooManyValues, MAX_JSON_VALUES } from '../../platform/text/json-size';
import { MISSING, type ReferenceScope, readReference } from './read-path';
import { readVariable } from './read-variable';
import { CHARACTERS_A_VALUE, type ReferenceBudget } from './reference-budget';
import { ResolveError } from './resolve-error';
import { jsonOf, valueText } from './resolve-text';
import type { ReferencePart, Template, TemplatePart, VariablePart } from './template';

interface JsonSlot {
  part: ReferencePart | VariablePart;
  /** True between the quotes of a JSON string. */
  quoted: boolean;
}

/** JSON text with references, checked once: whatever the values, the resolved text has the same structure. */
export interface JsonTemplate {
  pieces: ReadonlyArray<string | JsonSlot>;
  /** The reason why it can never be JSON; null if it always is. */
  problem: ResolveError | null;
  /** True if it contains nothing but spaces. */
  blank: boolean;
}

/** Returns true if a JSON string is open after `text`, given whether one was before it. */
function quoteOpenAfter(text: string, open: boolean): boolean {
  let opening = open ? -1 : text.indexOf('"');
  let inside = open || opening !== -1;
  while (inside) {
    const end = endOfString(text, opening);
    if (end === text.length) break;
    opening = text.indexOf('"', end + 1);
    inside = opening !== -1;
  }
  return inside;
}

/** `label`: the text's name in messages. */
export function parseJsonTemplate(template: Template, label = 'The text'): JsonTemplate {
  const pieces: Array<string | JsonSlot> = [];
  let open = false;
  let skeleton = '';
  for (const part of template.parts) {
    if (typeof part === 'string') {
      open = quoteOpenAfter(part, open);
      pieces.push(part);
      skeleton += part;
    } else {
      pieces.push({ part, quoted: open });
      // A space can't complete an escape, nor `null` a number: no value can join the text beside it.
      skeleton += open ? ' ' : ' null ';
    }
  }
  const blank = template.source.trim() === '';
  return { pieces, blank, problem: blank ? null : skeletonProblem(skeleton, template.parts, label) };
}

function skeletonProblem(
  skeleton: string,
  parts: readonly TemplatePart[],
  label: string,
): ResolveError | null {
  // Checked first: parsing very many levels takes long, and nothing could walk such a value to its end.
  if (OPENS_LEVEL.test(skeleton) && isNestedTooDeeply(skeleton)) return tooDeep(label);
  try {
    JSON.parse(skeleton);
    return null;
  } catch (error) {
    return new ResolveError('BODY_INVALID_JSON', `This isn't valid JSON${placeOf(error, skeleton, parts)}.`);
  }
}

/** Returns ` at line 2, column 7: …` for the text as written, or nothing if the position is unknown. */
function placeOf(error: unknown, skeleton: string, parts: readonly TemplatePart[]): string {
  const reason = error instanceof Error ? error.message : '';
  const position = Number(/at position (\d+)/.exec(reason)?.[1] ?? Number.NaN);
  if (Number.isNaN(position)) return ': it ends too early';
  const before = skeleton.slice(0, position);
  const line = before.split('\n').length;
  if (parts.some((part) => typeof part !== 'string')) return ` (line ${line})`;
  return ` (line ${line}, column ${position - before.lastIndexOf('\n')})`;
}

/** Resolves a template to JSON text. */
export function resolveJson(template: JsonTemplate, scope: ReferenceScope): string {
  if (template.problem) throw copyOf(template.problem);
  return wholeJson(template, scope) ?? filledJson(template, scope);
}

/**
 * Returns the value of a body that is one reference to text which is a JSON object or list, unchanged.
 * Null for all others.
 */
function wholeJson({ pieces }: JsonTemplate, scope: ReferenceScope): string | null {
  const slots = pieces.filter((piece) => typeof piece !== 'string');
  const [slot] = slots;
  if (slot?.part.kind !== 'reference' || slots.length > 1 || slot.part.reference.modifier !== null)
    return null;
  if (pieces.some((piece) => typeof piece === 'string' && piece.trim() !== '')) return null;
  const value = readReference(slot.part.reference, scope);
  if (typeof value !== 'string' || !/^\s*[{[]/.test(value)) return null;
  scope.budget.charge(value.length);
  if (isJson(value)) return value;
  scope.budget.charge(-value.length); // refunded, because it is written in another way
  return null;
}

function filledJson(template: JsonTemplate, scope: ReferenceScope): string {
  let text = '';
  let unchecked = false;
  for (const piece of template.pieces) {
    if (typeof piece === 'string') {
      scope.budget.charge(piece.length);
      text += piece;
    } else if (piece.part.kind === 'variable') {
      text += variableJson(piece.part, piece.quoted, scope);
      unchecked ||= piece.part.slashes > 0;
    } else {
      text += referenceJson(piece.part, piece.quoted, scope);
      unchecked ||= piece.part.reference.modifier === 'raw' && !piece.quoted;
    }
  }
  if (unchecked) assertJson(text);
  return text;
}

function referenceJson({ reference }: ReferencePart, quoted: boolean, scope: ReferenceScope): string {
  const { budget } = scope;
  const value = readReference(reference, scope);
  budget.charge(CHARACTERS_A_VALUE);
  if (quoted)
    return inQuotes(reference.modifier === 'json' ? jsonOf(value, budget) : valueText(value, budget), budget);
  // With `:raw` the author vouches that the string is JSON already.
  if (reference.modifier === 'raw' && typeof value === 'string') return valueText(value, budget);
  return value === MISSING ? 'null' : jsonOf(value, budget);
}

function variableJson(part: VariablePart, quoted: boolean, scope: ReferenceScope): string {
  const { before, value } = readVariable(part, scope, 'json');
  if (value === null && !quoted)
    throw new ResolveError('BODY_INVALID_JSON', `This isn't valid JSON: {{${part.name}}} is plain text.`);
  const { budget } = scope;
  budget.charge(CHARACTERS_A_VALUE + before.length);
  if (value === null) return before;
  return before + (quoted ? inQuotes(valueText(value, budget), budget) : jsonOf(value, budget));
}

/** Escapes a text that is charged already; the escapes are charged here. */
function inQuotes(text: string, budget: ReferenceBudget): string {
  const escaped = JSON.stringify(text).slice(1, -1);
  budget.charge(escaped.length - text.length);
  return escaped;
}

/** Parses the text of `resolveJson`. @throws ResolveError BODY_TOO_COMPLEX, JSON_TOO_DEEP */
export function parseResolved(text: string): unknown {
  assertSimple(text);
  return parseExact(text);
}

/** Limits a text that references may fill any number of times, because parsing can't be interrupted. */
function assertSimple(text: string): void {
  if (hasTooManyValues(text))
    throw new ResolveError(
      'BODY_TOO_COMPLEX',
      'Once its references are filled in this holds more than ' +
        `${MAX_JSON_VALUES.toLocaleString('en')} values.`,
    );
  if (isNestedTooDeeply(text)) throw tooDeep('Once its references are filled in this');
}

/** Text that begins differently is no list and no object, however many brackets it contains. */
const OPENS_LEVEL = /^\s*[[{]/;

const tooDeep = (what: string): ResolveError =>
  new ResolveError(
    'JSON_TOO_DEEP',
    `${what} holds JSON that is nested more than ${MAX_JSON_DEPTH} levels deep. Make it flatter.`,
  );

function isJson(text: string): boolean {
  assertSimple(text);
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function assertJson(text: string): void {
  if (!isJson(text))
    throw new ResolveError('BODY_INVALID_JSON', "This isn't valid JSON once its references are filled in.");
}

/** Copies an error for each throw, because templates outlive a run and errors carry a field. */
function copyOf({ code, message }: ResolveError): ResolveError {
  return new ResolveError(code, message);
}
