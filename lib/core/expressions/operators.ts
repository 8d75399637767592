import { charge, chargeText, type Frame, notHere } from './frame';
import { hasMember } from './members';
import type { BinaryOperator, Primitive, UnaryOperator } from './nodes';

const MAX_NUMBER_TEXT = 30;
const MAX_EXPONENT = 60;

/** Objects and lists become primitives by their methods, which authors' code may own: left to the sandbox. */
export function asPrimitive(value: unknown): Primitive {
  return typeof value === 'object' && value !== null ? notHere() : (value as Primitive);
}

export function toNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'string' && value.length > MAX_NUMBER_TEXT) return notHere();
  return Number(asPrimitive(value));
}

export function toText(value: unknown): string {
  return typeof value === 'string' ? value : String(asPrimitive(value));
}

/** Concatenates two texts; charged to the budget. */
export function concatenate(frame: Frame, left: string, right: string): string {
  chargeText(frame, left.length + right.length);
  return left + right;
}

export const UNARY: Record<UnaryOperator, (value: unknown) => Primitive> = {
  '!': (value) => !value,
  '-': (value) => -toNumber(value),
  '+': (value) => toNumber(value),
  '~': (value) => ~toNumber(value),
  typeof: (value) => typeof value,
  void: () => undefined,
};

type Binary = (frame: Frame, left: unknown, right: unknown) => Primitive;

const onNumbers =
  (operate: (left: number, right: number) => number): Binary =>
  (_frame, left, right) =>
    operate(toNumber(left), toNumber(right));

const comparing =
  (compare: (left: number | string, right: number | string) => boolean): Binary =>
  (frame, left, right) => {
    if (typeof left !== 'string' || typeof right !== 'string')
      return compare(toNumber(left), toNumber(right));
    chargeComparison(frame, left, right);
    return compare(left, right);
  };

export const BINARY: Record<BinaryOperator, Binary> = {
  '+': add,
  '-': onNumbers((left, right) => left - right),
  '*': onNumbers((left, right) => left * right),
  '/': onNumbers((left, right) => left / right),
  '%': onNumbers((left, right) => left % right),
  '**': onNumbers(power),
  '|': onNumbers((left, right) => left | right),
  '&': onNumbers((left, right) => left & right),
  '^': onNumbers((left, right) => left ^ right),
  '<<': onNumbers((left, right) => left << right),
  '>>': onNumbers((left, right) => left >> right),
  '>>>': onNumbers((left, right) => left >>> right),
  '<': comparing((left, right) => left < right),
  '<=': comparing((left, right) => left <= right),
  '>': comparing((left, right) => left > right),
  '>=': comparing((left, right) => left >= right),
  '==': equals,
  '!=': (frame, left, right) => !equals(frame, left, right),
  '===': isSame,
  '!==': (frame, left, right) => !isSame(frame, left, right),
  in: (_frame, left, right) => hasMember(right, left),
};

function add(frame: Frame, left: unknown, right: unknown): Primitive {
  if (typeof left === 'number' && typeof right === 'number') return left + right;
  if (typeof left === 'string' || typeof right === 'string')
    return concatenate(frame, toText(left), toText(right));
  return toNumber(left) + toNumber(right);
}

/** Raises whole numbers to a power as far as all are exact: beyond, engines differ in the last digit. */
function power(base: number, exponent: number): number {
  if (!Number.isInteger(base) || !Number.isInteger(exponent)) return notHere();
  if (exponent < 0 || exponent > MAX_EXPONENT) return notHere();
  let result = 1;
  for (let count = 0; count < exponent; count += 1) result *= base;
  return Number.isSafeInteger(result) ? result : notHere();
}

/**
 * Evaluates `===`. The sandbox copies each variable, so one object here may be two there: only the
 * sandbox compares objects.
 */
export function isSame(frame: Frame, left: unknown, right: unknown): boolean {
  if (isReference(left) && isReference(right)) return notHere();
  if (typeof left === 'string' && typeof right === 'string') chargeComparison(frame, left, right);
  return left === right;
}

function equals(frame: Frame, left: unknown, right: unknown): boolean {
  if (left === null || left === undefined || right === null || right === undefined) {
    return (left ?? null) === (right ?? null);
  }
  if (typeof left === typeof right) return isSame(frame, left, right);
  return toNumber(left) === toNumber(right);
}

function isReference(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function chargeComparison(frame: Frame, left: string, right: string): void {
  charge(frame, Math.min(left.length, right.length) >> 4);
}
