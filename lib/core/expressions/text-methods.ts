import { charge, chargeText, type Frame, notHere } from './frame';
import { toText } from './operators';

type TextMethod = (frame: Frame, text: string, items: readonly unknown[]) => unknown;

/**
 * Methods of text, by name. Arguments of another type than the method is written for are left to the
 * sandbox, so that no conversion has to be the same in two engines.
 */
export const TEXT_METHODS: ReadonlyMap<string, TextMethod> = new Map<string, TextMethod>([
  ['at', (_frame, text, items) => text.at(number(items[0], 0))],
  ['charAt', (_frame, text, items) => text.charAt(number(items[0], 0))],
  ['charCodeAt', (_frame, text, items) => text.charCodeAt(number(items[0], 0))],
  ['codePointAt', (_frame, text, items) => text.codePointAt(number(items[0], 0))],
  ['concat', concat],
  ['endsWith', searching((text, sought, from) => text.endsWith(sought, from))],
  ['includes', searching((text, sought, from) => text.includes(sought, from))],
  ['indexOf', searching((text, sought, from) => text.indexOf(sought, from))],
  ['lastIndexOf', searching((text, sought, from) => text.lastIndexOf(sought, from))],
  ['startsWith', searching((text, sought, from) => text.startsWith(sought, from))],
  ['padEnd', padding((text, length, filling) => text.padEnd(length, filling))],
  ['padStart', padding((text, length, filling) => text.padStart(length, filling))],
  ['repeat', repeat],
  ['replace', replace],
  ['replaceAll', replaceAll],
  ['slice', cutting((text, from, to) => text.slice(from, to))],
  ['substring', cutting((text, from, to) => text.substring(from, to))],
  ['split', split],
  ['toLowerCase', changingCase((text) => text.toLowerCase())],
  ['toUpperCase', changingCase((text) => text.toUpperCase())],
  ['toString', (_frame, text) => text],
  ['trim', paid((text) => text.trim())],
  ['trimEnd', paid((text) => text.trimEnd())],
  ['trimStart', paid((text) => text.trimStart())],
]);

export function number(item: unknown, otherwise: number): number {
  if (item === undefined) return otherwise;
  return typeof item === 'number' ? item : notHere();
}

const optionalNumber = (item: unknown): number | undefined =>
  item === undefined || typeof item === 'number' ? item : notHere();

const string = (item: unknown): string => (typeof item === 'string' ? item : notHere());

function paid(change: (text: string) => string): TextMethod {
  return (frame, text) => {
    charge(frame, text.length >> 4);
    return change(text);
  };
}

/** Beyond these characters, the result depends on the engine's Unicode version. */
const LATIN_1 = /^[\0-\u00ff]*$/;

function changingCase(change: (text: string) => string): TextMethod {
  return (frame, text) => {
    charge(frame, text.length >> 1);
    return LATIN_1.test(text) ? change(text) : notHere();
  };
}

function cutting(cut: (text: string, from: number, to?: number) => string): TextMethod {
  return (frame, text, items) => {
    charge(frame, text.length >> 6);
    return cut(text, number(items[0], 0), optionalNumber(items[1]));
  };
}

/** Charges for a search: an engine may compare the sought text at every place. */
function chargeSearch(frame: Frame, text: string, sought: string): void {
  charge(frame, Math.ceil(((text.length >> 3) + 1) * ((sought.length >> 3) + 1)));
}

function searching(search: (text: string, sought: string, from?: number) => unknown): TextMethod {
  return (frame, text, items) => {
    const sought = string(items[0]);
    const from = optionalNumber(items[1]);
    chargeSearch(frame, text, sought);
    // lastIndexOf takes an undefined argument for the end, as it does a missing one.
    return from === undefined ? search(text, sought) : search(text, sought, from);
  };
}

function padding(pad: (text: string, length: number, filling?: string) => string): TextMethod {
  return (frame, text, items) => {
    const length = number(items[0], 0);
    chargeText(frame, Math.max(text.length, wholeLength(length)));
    return items[1] === undefined ? pad(text, length) : pad(text, length, string(items[1]));
  };
}

/** Returns a length as the budget is charged for it: whole, and neither negative nor infinite. */
const wholeLength = (length: number): number =>
  length > 0 ? Math.ceil(Math.min(length, Number.MAX_SAFE_INTEGER)) : 0;

function repeat(frame: Frame, text: string, items: readonly unknown[]): string {
  const count = number(items[0], 0);
  if (!(count >= 0)) return notHere();
  const whole = wholeLength(count);
  charge(frame, Math.floor(whole / 16)); // charged for an empty text too
  chargeText(frame, text.length * whole);
  return text.repeat(count);
}

function concat(frame: Frame, text: string, items: readonly unknown[]): string {
  let result = text;
  for (const item of items) {
    const more = toText(item);
    chargeText(frame, result.length + more.length);
    result += more;
  }
  return result;
}

/** Leaves `$` to the sandbox, because it has special meanings in a replacement text. */
function replacement(items: readonly unknown[]): [sought: string, by: string] {
  const by = string(items[1]);
  return by.includes('$') ? notHere() : [string(items[0]), by];
}

function replace(frame: Frame, text: string, items: readonly unknown[]): string {
  const [sought, by] = replacement(items);
  chargeSearch(frame, text, sought);
  chargeText(frame, text.length + by.length);
  return text.replace(sought, by);
}

function replaceAll(frame: Frame, text: string, items: readonly unknown[]): string {
  const [sought, by] = replacement(items);
  if (sought === '') return notHere();
  chargeSearch(frame, text, sought);
  charge(frame, text.length);
  const places = text.split(sought).length - 1;
  chargeText(frame, text.length + places * by.length);
  return text.replaceAll(sought, by);
}

function split(frame: Frame, text: string, items: readonly unknown[]): string[] {
  if (items[1] !== undefined) return notHere();
  if (items[0] === undefined) return [text];
  const separator = string(items[0]);
  chargeSearch(frame, text, separator);
  charge(frame, text.length);
  return text.split(separator);
}
