import { charge, type Frame, notHere } from './frame';
import { isList, isObject } from './values';

/** Names that every object inherits. Reading one is left to the sandbox. */
const INHERITED: object = {};

/** Reads `object.name`; own members only. The object is neither null nor undefined. */
export function readNamed(object: unknown, name: string): unknown {
  if (isObject(object)) {
    if (Object.hasOwn(object, name)) return object[name];
    return name in INHERITED ? notHere() : undefined;
  }
  if (name === 'length' && (isList(object) || typeof object === 'string')) return object.length;
  return notHere();
}

const INDEX = /^(?:0|[1-9][0-9]{0,8})$/;

/** Reads `object[key]`; own members only. */
export function readKeyed(frame: Frame, object: unknown, key: unknown): unknown {
  if (isObject(object)) {
    const name = nameOf(key);
    charge(frame, name.length >> 3);
    return readNamed(object, name);
  }
  if (!isList(object) && typeof object !== 'string') return notHere();
  const index = typeof key === 'string' && INDEX.test(key) ? Number(key) : key;
  // There is never a value past the end, or at a negative or fractional index.
  if (typeof index === 'number') return index >= 0 && index < object.length ? object[index] : undefined;
  return index === 'length' ? object.length : notHere();
}

/** Returns a property's key. Primitives only: making a key of an object would run its methods. */
export function nameOf(key: unknown): string {
  if (typeof key === 'string') return key;
  return typeof key === 'object' && key !== null ? notHere() : String(key);
}

/** Evaluates `key in object`. */
export function hasMember(object: unknown, key: unknown): boolean {
  if (!isObject(object)) return notHere();
  const name = nameOf(key);
  if (Object.hasOwn(object, name)) return true;
  return name in INHERITED ? notHere() : false;
}
