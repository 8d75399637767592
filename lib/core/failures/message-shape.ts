import { Quotations } from './quoted-text';
import { PLACEHOLDER, ShapeText } from './shape-text';
import { isAddress, isDateAhead, isDateName, isUnit, isValue } from './value-words';

/** A longer message is looked at up to here. */
const MAX_MESSAGE_CHARACTERS = 2_000;
export const MAX_SHAPE_CHARACTERS = 300;

/** Characters that end a word, apart from white space and everything beyond ASCII. */
const ENDS_WORD = new Set('()[]{}<>,;|=&"\'`');
const ENDS_URL = new Set('"\'`<>');
const TRAILING = new Set('.,:;!?)]}');
const WITHIN_WORD = new Set(':/\\');
/** They stand before or behind an amount without a space. */
const CURRENCIES = new Set('€£¥₹');

const isSpace = (character: string): boolean =>
  character <= ' ' || (character >= '\u007f' && character <= '\u00a0');
const isAscii = (character: string): boolean => character.charCodeAt(0) < 127;
const isWord = (character: string): boolean =>
  CURRENCIES.has(character) || (isAscii(character) && !isSpace(character) && !ENDS_WORD.has(character));

/**
 * Returns the message without what changes from run to run: words with digits, quoted texts, addresses, dates
 * and lists of them become `…`. Equal for all messages of one kind, the same in every process, and at most
 * 300 characters long. It takes time in proportion to the message.
 */
export function messageShape(message: string): string {
  const text = message.slice(0, MAX_MESSAGE_CHARACTERS);
  const quotations = new Quotations(text, text.length < message.length);
  const shape = new ShapeText();
  for (let at = 0; at < text.length && shape.length < MAX_SHAPE_CHARACTERS; )
    at = readOne({ text, at, quotations, shape });
  return shape.toText(MAX_SHAPE_CHARACTERS);
}

interface Place {
  text: string;
  at: number;
  quotations: Quotations;
  shape: ShapeText;
}

/** Reads a space, a quotation, a word or another character. @returns the place behind it */
function readOne({ text, at, quotations, shape }: Place): number {
  const character = text[at]!;
  if (isSpace(character)) {
    shape.space();
    return at + 1;
  }
  const quotationEnd = quotations.endOf(at);
  if (quotationEnd !== null || character === PLACEHOLDER) {
    shape.placeholder();
    return quotationEnd ?? at + 1;
  }
  if (isWord(character)) return readWord(text, at, shape);
  shape.literal(character);
  return at + 1;
}

function readWord(text: string, at: number, shape: ShapeText): number {
  let end = at;
  while (end < text.length && isWord(text[end]!)) end += 1;
  const scheme = text.slice(at, end).indexOf('://');
  if (scheme > 0) return readUrl(text, at + scheme, shape);
  let wordEnd = end;
  while (wordEnd > at && TRAILING.has(text[wordEnd - 1]!)) wordEnd -= 1;
  if (wordEnd > at) writeWord(text.slice(at, wordEnd), isDateAhead(text, wordEnd), shape);
  if (end > wordEnd) shape.literal(text.slice(wordEnd, end));
  return end;
}

function readUrl(text: string, from: number, shape: ShapeText): number {
  let end = from;
  while (end < text.length && !isSpace(text[end]!) && !ENDS_URL.has(text[end]!)) end += 1;
  while (end > from + 1 && TRAILING.has(text[end - 1]!)) end -= 1;
  shape.placeholder();
  return end;
}

function writeWord(word: string, isBeforeDate: boolean, shape: ShapeText): void {
  if (shape.followsPlaceholderAndSpace && isUnit(word)) shape.joinPlaceholder();
  else if (isAddress(word)) shape.placeholder();
  else if (isDateName(word) && (isBeforeDate || shape.followsPlaceholder)) shape.placeholder();
  else writeParts(word, shape);
}

/** A path keeps the parts that are names: `/orders/8812/items` becomes `/orders/…/items`. */
function writeParts(word: string, shape: ShapeText): void {
  let begin = 0;
  for (let at = 0; at <= word.length; at += 1) {
    const character = word[at];
    if (character !== undefined && !WITHIN_WORD.has(character)) continue;
    const part = word.slice(begin, at);
    if (isValue(part)) shape.placeholder();
    else if (part !== '') shape.literal(part);
    if (character !== undefined) shape.literal(character);
    begin = at + 1;
  }
}
