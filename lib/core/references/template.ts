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

/** A reference or variable found in a text, also one that backslashes make text. */
interface Placeholder {
  part: ReferencePart | VariablePart;
  start: number;
  end: number;
  /** The number of backslashes directly before it. */
  slashes: number;
}

/**
 * Yields the placeholders of a text in order, in time linear in its length. `mayBeWhole` decides whether a
 * name without a path is a reference; it is asked after the placeholders before it were taken.
 */
function* placeholdersOf(
  source: string,
  isKnownHead: KnownHead,
  mayBeWhole: (reference: Reference, slashes: number) => boolean,
): Generator<Placeholder> {
  const reader = new ReferenceReader(source);
  let cursor = 0;
  let at = 0;
  for (;;) {
    // Other texts are walked between two steps, with the same expression.
    OPENING.lastIndex = at;
    const match = OPENING.exec(source);
    if (match === null) return;
    const start = match.index;
    const part = match[0] === '<' ? readReference(reader, start, isKnownHead) : readVariable(source, start);
    const slashes = part === null ? 0 : slashesBefore(source, start, cursor);
    const isWhole = part?.kind === 'reference' && part.reference.path.length === 0;
    if (part === null || (isWhole && !mayBeWhole(part.reference, slashes))) {
      at = start + 1;
      continue;
    }
    cursor = part.kind === 'reference' ? part.reference.end : part.end;
    at = cursor;
    yield { part, start, end: cursor, slashes };
  }
}

/** Whether backslashes make a placeholder text; of a variable that is known at run time only. */
const isText = ({ part, slashes }: Placeholder): boolean => part.kind === 'reference' && slashes % 2 === 1;

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
  const places = new WholePlaces(source, whole);
  let literal = '';
  let cursor = 0;
  const push = (part: ReferencePart | VariablePart) => {
    if (literal !== '') parts.push(literal);
    literal = '';
    parts.push(part);
  };
  const mayBeWhole = (reference: Reference, slashes: number) => places.mayStand(reference, slashes);
  for (const placeholder of placeholdersOf(source, isKnownHead, mayBeWhole)) {
    const { part, start, end, slashes } = placeholder;
    literal += source.slice(cursor, start - slashes);
    cursor = end;
    if (part.kind === 'variable') {
      push({ ...part, slashes });
      continue;
    }
    literal += backslashes(slashes, escaping);
    if (isText(placeholder)) {
      literal += source.slice(start, end);
    } else {
      push(part);
      places.pass(part.reference);
    }
  }
  literal += source.slice(cursor);
  if (literal !== '') parts.push(literal);
  return { source, parts, whole };
}

/**
 * Returns true if a text holds more references and variables than `most`, whole outputs not counted. It keeps
 * none of them, and stops there: a document with far too many is refused without the cost of reading it.
 */
export function holdsMoreReferences(source: string, isKnownHead: KnownHead, most: number): boolean {
  let count = 0;
  for (const placeholder of placeholdersOf(source, isKnownHead, () => false)) {
    if (!isText(placeholder)) count += 1;
    if (count > most) return true;
  }
  return false;
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
