import { type Reference, ReferenceReader } from './grammar';
import { type WholeOutputs, WholePlaces } from './whole-outputs';

/** `{{NAME}}`: only at run time it is known whether the variable exists. */
export interface VariablePart {
  kind: 'variable';
  start: number;
  end: number;
  name: string;
  /** The number of backslashes before it; an odd number makes it text. */
  slashes: number;
}

export interface ReferencePart {
  kind: 'reference';
  reference: Reference;
}

export type TemplatePart = string | ReferencePart | VariablePart;

/** A text split at its references, once; resolved many times. */
export interface Template {
  source: string;
  parts: readonly TemplatePart[];
  /** The places in it where whole outputs are references. */
  whole?: WholeOutputs;
}

export type KnownHead = (slug: string) => boolean;

const OPENING = /<|\{\{/g;
const VARIABLE = /\{\{([A-Za-z_][A-Za-z0-9_]{0,63})\}\}/y;

function slashesBefore(text: string, position: number, floor: number): number {
  let count = 0;
  while (position - count > floor && text[position - count - 1] === '\\') count += 1;
  return count;
}

/**
 * The reader of an even run of backslashes before a reference: `ours` halves it, `json` leaves it to the
 * JSON around it.
 */
export type Escaping = 'ours' | 'json';

/**
 * Splits a text: everything but references to known heads and `{{NAME}}` stays text. Linear in the
 * text's length.
 */
export function parseTemplate(
  source: string,
  isKnownHead: KnownHead,
  escaping: Escaping = 'ours',
  whole: WholeOutputs = 'none',
): Template {
  const parts: TemplatePart[] = [];
  const reader = new ReferenceReader(source);
  const places = new WholePlaces(source, whole);
  let literal = '';
  let cursor = 0;
  const flush = () => {
    if (literal !== '') parts.push(literal);
    literal = '';
  };
  OPENING.lastIndex = 0;
  for (let match = OPENING.exec(source); match; match = OPENING.exec(source)) {
    const start = match.index;
    const part = match[0] === '<' ? readReference(reader, start, isKnownHead) : readVariable(source, start);
    if (part === null) {
      OPENING.lastIndex = start + 1;
      continue;
    }
    const slashes = slashesBefore(source, start, cursor);
    if (part.kind === 'reference' && part.reference.path.length === 0) {
      if (!places.mayStand(part.reference, slashes)) {
        OPENING.lastIndex = start + 1;
        continue;
      }
    }
    literal += source.slice(cursor, start - slashes);
    cursor = part.kind === 'reference' ? part.reference.end : part.end;
    OPENING.lastIndex = cursor;
    if (part.kind === 'variable') {
      flush();
      parts.push({ ...part, slashes });
      continue;
    }
    literal += backslashes(slashes, escaping);
    if (slashes % 2 === 1) {
      literal += source.slice(start, cursor);
    } else {
      flush();
      parts.push(part);
      places.pass(part.reference);
    }
  }
  literal += source.slice(cursor);
  flush();
  return { source, parts, whole };
}

/**
 * Returns true if a text holds more references and variables than `most`, whole outputs not counted. It keeps
 * none of them, and stops there: a document with far too many is refused without the cost of reading it.
 */
export function holdsMoreReferences(source: string, isKnownHead: KnownHead, most: number): boolean {
  const reader = new ReferenceReader(source);
  let count = 0;
  let cursor = 0;
  OPENING.lastIndex = 0;
  for (let match = OPENING.exec(source); match && count <= most; match = OPENING.exec(source)) {
    const start = match.index;
    const part = match[0] === '<' ? readReference(reader, start, isKnownHead) : readVariable(source, start);
    const isWhole = part?.kind === 'reference' && part.reference.path.length === 0;
    if (part === null || isWhole) {
      OPENING.lastIndex = start + 1;
      continue;
    }
    const isText = part.kind === 'reference' && slashesBefore(source, start, cursor) % 2 === 1;
    if (!isText) count += 1;
    cursor = part.kind === 'reference' ? part.reference.end : part.end;
    OPENING.lastIndex = cursor;
  }
  return count > most;
}

function readReference(reader: ReferenceReader, start: number, isKnownHead: KnownHead): ReferencePart | null {
  const reference = reader.readAt(start, isKnownHead);
  return reference && { kind: 'reference', reference };
}

function readVariable(source: string, start: number): VariablePart | null {
  VARIABLE.lastIndex = start;
  const match = VARIABLE.exec(source);
  return match && { kind: 'variable', start, end: VARIABLE.lastIndex, name: match[1] as string, slashes: 0 };
}

/** Returns the only part of a field that has nothing else (except spaces around it). */
export function lonePart(template: Template): ReferencePart | VariablePart | null {
  let found: ReferencePart | VariablePart | null = null;
  for (const part of template.parts) {
    if (typeof part === 'string') {
      if (part.trim() !== '') return null;
    } else {
      if (found) return null;
      found = part;
    }
  }
  return found;
}

/** Returns the backslashes that stay of a run before a reference or variable. */
export function backslashes(run: number, escaping: Escaping): string {
  return '\\'.repeat(escaping === 'json' ? run - (run % 2) : run >> 1);
}
