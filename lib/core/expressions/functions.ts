import { charge, chargeText, type Frame, MEMBER_UNITS, notHere } from './frame';
import { nameOf } from './members';
import type { Conversion } from './nodes';
import { toNumber, toText } from './operators';
import { number } from './text-methods';
import { chargeForValue, isList, isObject, isPlainData, setMember } from './values';

type Items = readonly unknown[];
type NumberMethod = (frame: Frame, value: number, items: Items) => unknown;
type PlainFunction = (frame: Frame, items: Items) => unknown;

const LONGEST_NUMBER = 25;

export const CONVERSIONS: Record<Conversion, (value: unknown) => unknown> = {
  Boolean: (value) => Boolean(value),
  Number: (value) => toNumber(value),
  String: (value) => toText(value),
};

const isFiniteNumber = (value: unknown): boolean => Number.isFinite(value);

/** The functions that can be called by name. Those of `Math` are the ones that every engine rounds alike. */
export const FUNCTIONS: ReadonlyMap<string, PlainFunction> = new Map<string, PlainFunction>([
  ['Boolean', (_frame, [value]) => Boolean(value)],
  ['Number', (_frame, items) => (items.length === 0 ? 0 : toNumber(items[0]))],
  ['String', (_frame, items) => (items.length === 0 ? '' : toText(items[0]))],
  ['isFinite', (_frame, [value]) => Number.isFinite(toNumber(value))],
  ['isNaN', (_frame, [value]) => Number.isNaN(toNumber(value))],
  ['parseFloat', (_frame, [value]) => Number.parseFloat(shortText(value))],
  ['parseInt', parseInteger],
  ['encodeURIComponent', coding(encodeURIComponent)],
  ['decodeURIComponent', coding(decodeURIComponent)],
  ['Number.isFinite', (_frame, [value]) => isFiniteNumber(value)],
  ['Number.isInteger', (_frame, [value]) => Number.isInteger(value)],
  ['Number.isNaN', (_frame, [value]) => Number.isNaN(value)],
  ['Number.isSafeInteger', (_frame, [value]) => Number.isSafeInteger(value)],
  ['Number.parseFloat', (_frame, [value]) => Number.parseFloat(shortText(value))],
  ['Number.parseInt', parseInteger],
  ['Math.abs', ofNumber(Math.abs)],
  ['Math.ceil', ofNumber(Math.ceil)],
  ['Math.floor', ofNumber(Math.floor)],
  ['Math.round', ofNumber(Math.round)],
  ['Math.sign', ofNumber(Math.sign)],
  ['Math.sqrt', ofNumber(Math.sqrt)],
  ['Math.trunc', ofNumber(Math.trunc)],
  ['Math.max', (_frame, items) => Math.max(...items.map(toNumber))],
  ['Math.min', (_frame, items) => Math.min(...items.map(toNumber))],
  ['Array.isArray', (_frame, [value]) => isList(value)],
  ['Array.from', listFrom],
  ['Object.keys', (frame, [value]) => entriesOf(frame, value).map(([key]) => key)],
  ['Object.values', (frame, [value]) => entriesOf(frame, value).map(([, member]) => member)],
  ['Object.entries', (frame, [value]) => entriesOf(frame, value)],
  ['Object.fromEntries', fromEntries],
  [
    'Object.hasOwn',
    (_frame, [object, key]) => (isObject(object) ? Object.hasOwn(object, nameOf(key)) : notHere()),
  ],
  ['JSON.parse', parse],
  ['JSON.stringify', stringify],
]);

/** Methods of numbers. */
export const NUMBER_METHODS: ReadonlyMap<string, NumberMethod> = new Map<string, NumberMethod>([
  ['toFixed', toFixed],
  ['toString', (_frame, value, items) => (items.length === 0 ? String(value) : notHere())],
]);

const MAX_FRACTION_DIGITS = 20;

function toFixed(frame: Frame, value: number, items: Items): string {
  const digits = number(items[0], 0);
  charge(frame, MAX_FRACTION_DIGITS);
  return digits >= 0 && digits <= MAX_FRACTION_DIGITS ? value.toFixed(digits) : notHere();
}

function ofNumber(calculate: (value: number) => number): PlainFunction {
  return (_frame, [value]) => calculate(toNumber(value));
}

const shortText = (value: unknown): string => {
  const text = toText(value);
  return text.length <= LONGEST_NUMBER ? text : notHere();
};

function parseInteger(_frame: Frame, [value, radix]: Items): number {
  if (radix !== undefined && radix !== 10) return notHere();
  return Number.parseInt(shortText(value), radix);
}

function coding(change: (text: string) => string): PlainFunction {
  return (frame, [value]) => {
    const text = toText(value);
    chargeText(frame, text.length * 9);
    try {
      return change(text);
    } catch {
      return notHere(); // a lone surrogate: the sandbox reports it
    }
  };
}

/** Returns own members in their order; charged to the budget. */
function entriesOf(frame: Frame, value: unknown): Array<[string, unknown]> {
  if (isList(value)) {
    charge(frame, value.length * MEMBER_UNITS);
    return value.map((item, index) => [String(index), item]);
  }
  if (!isObject(value)) return notHere();
  const keys = Object.keys(value);
  charge(frame, 1 + keys.length * MEMBER_UNITS);
  return keys.map((key) => [key, value[key]]);
}

function fromEntries(frame: Frame, [entries]: Items): unknown {
  if (!isList(entries)) return notHere();
  charge(frame, entries.length * 2);
  const object = {};
  for (const entry of entries) {
    if (!isList(entry)) return notHere();
    const key = nameOf(entry[0]);
    charge(frame, MEMBER_UNITS + (key.length >> 3));
    setMember(object, key, entry[1]);
  }
  return object;
}

/** Makes a list of a list, a text's characters, or `{ length }`, the usual way to count. */
function listFrom(frame: Frame, [value]: Items): unknown[] {
  if (isList(value) || typeof value === 'string') {
    charge(frame, value.length * 2);
    return Array.from(value);
  }
  if (!isObject(value) || Object.keys(value).length !== 1) return notHere();
  const { length } = value;
  if (!Object.hasOwn(value, 'length') || !Number.isInteger(length) || (length as number) < 0)
    return notHere();
  charge(frame, (length as number) * 2);
  return Array.from({ length: length as number });
}

function parse(frame: Frame, items: Items): unknown {
  const [text] = items;
  if (typeof text !== 'string' || items.length > 1) return notHere();
  charge(frame, text.length);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return notHere(); // the sandbox has the error message
  }
  return isPlainData(value) ? value : notHere();
}

function stringify(frame: Frame, items: Items): unknown {
  const [value, replacer, indent] = items;
  if ((replacer ?? null) !== null || indent !== undefined) return notHere();
  chargeForValue(frame, value);
  return JSON.stringify(value);
}
