import { CodeScan } from './code-scan';
import { isEscaped, type Reference, ReferenceReader } from './grammar';
import { pathText, stepText } from './path-text';
import { slugOf } from './slug';
import { type KnownHead, parseTemplate, type Template } from './template';
import type { WholeOutputs } from './whole-outputs';

/** A text that begins as a reference to a known block and is none. */
export interface UnreadReference {
  /** The position of its `<`. */
  start: number;
  /** The text as written, as far as it is shown. */
  source: string;
  /** Tells how the text is treated, and how to write the intended reference. */
  message: string;
}

/** The most findings in one text. */
const MOST_FOUND = 5;
/** The most `<` examined in one text. */
const MOST_LOOKED_AT = 2_000;
/** A reference that isn't closed this far behind its `<` is shown no further. */
const LONGEST_SHOWN = 200;
const SHOWN = 60;

/** A head, with blanks as in the name of a block. */
const HEAD = /^<([A-Za-z_][A-Za-z0-9_-]*(?: [A-Za-z0-9_-]+)*)/;
/** The text after a head where a reference was meant. `@` and `:/` are addresses, `=` belongs to a tag. */
const MEANT = /^(?:[.[?>|!(,]|:(?!\/)|\/(?!>)| [^=<>/]*>)/;

/** Finds text in a template that begins as a reference to a known block and is none. In linear time. */
export function findUnread(template: Template, isKnownHead: KnownHead): UnreadReference[] {
  const { source, whole = 'none' } = template;
  if (openings(source) <= template.parts.filter(isReference).length) return [];
  // Positions refer to the source; the template may hold only a part of it.
  const taken = parseTemplate(source, isKnownHead, 'ours', whole).parts.flatMap((part) =>
    isReference(part) ? [part.reference] : [],
  );
  const found = new Map<string, UnreadReference>();
  const reading = { source, whole, isKnownHead, reader: new ReferenceReader(source), tags: new Map() };
  const code = whole === 'code' ? new CodeScan(source) : null;
  let next = 0;
  let looked = 0;
  for (let at = source.indexOf('<'); at !== -1; at = source.indexOf('<', at + 1)) {
    for (; (taken[next]?.end ?? Number.POSITIVE_INFINITY) <= at; next += 1)
      code?.pass(taken[next]!.start, taken[next]!.end);
    if ((taken[next]?.start ?? Number.POSITIVE_INFINITY) <= at) continue;
    looked += 1;
    if (looked > MOST_LOOKED_AT || found.size >= MOST_FOUND) break;
    const place = code?.placeAt(at);
    if (place === 'operator' || place === 'silent') continue;
    const unread = readUnread(at, reading);
    if (unread !== null && !found.has(unread.source)) found.set(unread.source, { start: at, ...unread });
  }
  return [...found.values()];
}

const isReference = (part: Template['parts'][number]) =>
  typeof part !== 'string' && part.kind === 'reference';

function openings(text: string): number {
  let count = 0;
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) count += 1;
  return count;
}

interface Reading {
  source: string;
  whole: WholeOutputs;
  isKnownHead: KnownHead;
  reader: ReferenceReader;
  /** True for names of tags in this text, which are closed in it. */
  tags: Map<string, boolean>;
}

/** Returns the name of a known block after a `<`, also with blanks; null if there is none. */
export function headAt(text: string, isKnownHead: KnownHead): string | null {
  const written = HEAD.exec(text)?.[1];
  if (written === undefined) return null;
  return [written, written.split(' ')[0] ?? ''].find((name) => isKnownHead(slugOf(name))) ?? null;
}

function readUnread(at: number, reading: Reading): Omit<UnreadReference, 'start'> | null {
  const { source, isKnownHead, reader } = reading;
  const window = source.slice(at, at + LONGEST_SHOWN);
  const head = isEscaped(source, at) ? null : headAt(window, isKnownHead);
  if (head === null) return null;
  const rest = window.slice(1 + head.length);
  const isTag = /^\s*\/?>|^\s+[\w:-]+\s*=/.test(rest) && isClosed(source, head, reading.tags);
  const isTypeArgument = rest.startsWith('>') && /[\w$]/.test(source[at - 1] ?? '');
  if (!MEANT.test(rest) || isTag || isTypeArgument || /^[^<>]*\/>/.test(rest)) return null;
  const shown = shownFrom(window);
  const words = (why: string) => ({ source: shown, message: `${shown} stays text: ${why}` });
  if (head.includes(' '))
    return words(`references name a block without blanks. Write <${slugOf(head)}${rest.slice(0, 1)}…>.`);
  const reference = reader.readAt(at, isKnownHead);
  if (reference !== null) return words(wholeWords(reading.whole, head));
  return words(whyUnread(source, { at, head, stoppedAt: Math.max(reader.stoppedAt, at + 1 + head.length) }));
}

const wholeWords = (whole: WholeOutputs, head: string): string =>
  whole === 'none'
    ? `a whole output isn't put into text. Name one of its outputs, as <${head}.…>.`
    : `a whole output ${STANDS[whole]}. Elsewhere name one of its outputs, as <${head}.…>.`;

const STANDS: Readonly<Record<Exclude<WholeOutputs, 'none'>, string>> = {
  lone: 'stands alone in its field',
  json: 'stands outside the quotes of JSON, or alone in its field',
  code: 'stands where code has a value, outside quotes',
};

/** Explains why the grammar stopped, and what to write. */
function whyUnread(
  source: string,
  { at, head, stoppedAt }: { at: number; head: string; stoppedAt: number },
): string {
  const before = source.slice(at, stoppedAt);
  const rest = source.slice(stoppedAt, stoppedAt + LONGEST_SHOWN);
  const [char = ''] = rest;
  const isHead = stoppedAt === at + 1 + head.length;
  if (!/^[^\n]*>/.test(rest)) return 'it is not closed. Write ">" behind it.';
  if (/^ ?\?\? ?/.test(rest))
    return (
      'a default stands between blanks and is a number, true, false, null, [], {} or text in quotes, as ' +
      `${before.trim()} ?? "none">.`
    );
  if (char === ':') return 'only ":raw" and ":json" can stand there.';
  if (char === '[' && isHead) return `an output comes first, as <${head}.data[0]>.`;
  if (char === '[') return "brackets hold a whole number, or a name in quotes, as [0] or ['a name'].";
  if (char === '.' && isHead) return `behind the dot comes the name of an output, as <${head}.data>.`;
  if (/^ +>/.test(rest)) return 'no blank stands before ">".';
  const isNewStep = char === '.';
  const name = /^[^.[\]<>"'\n]{1,60}/.exec(isNewStep ? rest.slice(1) : rest)?.[0];
  const isFirstStep = !isNewStep && !/[.[]/.test(before.slice(head.length + 2));
  if (isHead || isFirstStep || name === undefined) return `"${char}" can't stand behind ${before}.`;
  return `names with such characters stand in brackets, as ${bracketed(before, isNewStep, name.trimEnd())}.`;
}

/** Joins `<api.data.a` and `!b` to `<api.data['a!b']>`. */
function bracketed(before: string, isNewStep: boolean, name: string): string {
  const dot = isNewStep ? before.length : before.lastIndexOf('.');
  const start = before.slice(0, dot);
  return `${start}${stepText(before.slice(dot + 1) + name)}>`;
}

function shownFrom(window: string): string {
  const end = /[>\n]/.exec(window);
  const whole = end === null ? window : window.slice(0, end.index + (end[0] === '>' ? 1 : 0));
  return whole.length > SHOWN ? `${whole.slice(0, SHOWN)}…` : whole;
}

function isClosed(source: string, head: string, tags: Map<string, boolean>): boolean {
  const name = head.toLowerCase();
  const known = tags.get(name) ?? source.toLowerCase().includes(`</${name}`);
  tags.set(name, known);
  return known;
}

/** Tells how to write a reference with names that belong in brackets; null for all others. */
export function looseWords({ isLoose, head, path }: Reference): string | null {
  if (!isLoose) return null;
  return `Write <${head}${pathText(path)}>: names that begin with a digit or hold blanks stand in brackets.`;
}
