import { charge, chargeText, type Frame, MEMBER_UNITS, notHere } from './frame';
import { CONVERSIONS, FUNCTIONS, NUMBER_METHODS } from './functions';
import { CALLBACK_METHODS, LIST_METHODS, type RunCallback } from './list-methods';
import { nameOf, readKeyed, readNamed } from './members';
import type { Body, Callback, Item, Member, Node, Pattern } from './nodes';
import { BINARY, toText, UNARY } from './operators';
import { TEXT_METHODS } from './text-methods';
import { isList, isObject, setMember } from './values';

export type Run = (frame: Frame) => unknown;

/** Marks a chain in which a link before `?.` was missing; never a value of the code. */
const MISSING = Symbol('missing');

/** Calls with more arguments are left to the sandbox. */
const MAX_ITEMS_OF_CALL = 1_000;

/** Returns a closure that evaluates a node. No source text ever reaches the JavaScript engine. */
export function compile(node: Node): Run {
  switch (node.kind) {
    case 'constant': {
      const { value } = node;
      return () => value;
    }
    case 'variable': {
      const { slot } = node;
      return (frame) => frame.slots[slot];
    }
    case 'list':
      return compileItems(node.items);
    case 'object':
      return compileObject(node.members);
    case 'template':
      return compileTemplate(node);
    case 'unary': {
      const operate = UNARY[node.operator];
      const operand = compile(node.operand);
      return (frame) => operate(operand(frame));
    }
    case 'binary': {
      const operate = BINARY[node.operator];
      const left = compile(node.left);
      const right = compile(node.right);
      return (frame) => operate(frame, left(frame), right(frame));
    }
    case 'logical':
    case 'conditional':
      return compileChoice(node);
    case 'read':
      return compileRead(node);
    case 'method':
    case 'each':
      return compileMethod(node);
    case 'call':
      return compileCall(node);
    case 'chain': {
      const body = compile(node.body);
      return (frame) => {
        const value = body(frame);
        return value === MISSING ? undefined : value;
      };
    }
  }
}

export function compileBody({ constants, result }: Body): Run {
  const assigned = constants.map(({ into, value }) => ({
    assign: compilePattern(into),
    value: compile(value),
  }));
  const run = compile(result);
  if (assigned.length === 0) return run;
  return (frame) => {
    for (const { assign, value } of assigned) assign(frame, value(frame));
    return run(frame);
  };
}

function compileChoice(node: Extract<Node, { kind: 'logical' | 'conditional' }>): Run {
  if (node.kind === 'conditional') {
    const test = compile(node.test);
    const yes = compile(node.yes);
    const no = compile(node.no);
    return (frame) => (test(frame) ? yes(frame) : no(frame));
  }
  const left = compile(node.left);
  const right = compile(node.right);
  if (node.operator === '&&') return (frame) => left(frame) && right(frame);
  if (node.operator === '||') return (frame) => left(frame) || right(frame);
  return (frame) => left(frame) ?? right(frame);
}

function compileTemplate({ texts, values }: Extract<Node, { kind: 'template' }>): Run {
  const holes = values.map(compile);
  return (frame) => {
    let result = texts[0] as string;
    for (let index = 0; index < holes.length; index += 1) {
      const more = toText((holes[index] as Run)(frame)) + texts[index + 1];
      chargeText(frame, result.length + more.length);
      result += more;
    }
    return result;
  };
}

/** Compiles a list of values; a spread value must be a list or text. */
function compileItems(items: readonly Item[], most = Number.POSITIVE_INFINITY): (frame: Frame) => unknown[] {
  const parts = items.map(({ value, spread }) => ({ run: compile(value), spread }));
  return (frame) => {
    const result: unknown[] = [];
    for (const { run, spread } of parts) {
      const value = run(frame);
      if (!spread) {
        result.push(value);
        continue;
      }
      if (!isList(value) && typeof value !== 'string') return notHere();
      charge(frame, 1 + value.length);
      for (const item of value) result.push(item);
    }
    return result.length > most ? notHere() : result;
  };
}

function compileObject(members: readonly Member[]): Run {
  const parts = members.map(({ key, value }) => ({ key: key && compile(key), run: compile(value) }));
  return (frame) => {
    const object: Record<string, unknown> = {};
    for (const { key, run } of parts) {
      if (key === null) spreadInto(object, run(frame), frame);
      else {
        const name = nameOf(key(frame));
        charge(frame, MEMBER_UNITS + (name.length >> 3));
        setMember(object, name, run(frame));
      }
    }
    return object;
  };
}

function spreadInto(object: Record<string, unknown>, value: unknown, frame: Frame): void {
  if (value === null || value === undefined) return;
  if (!isObject(value)) notHere();
  const keys = Object.keys(value as object);
  charge(frame, 1 + keys.length * MEMBER_UNITS);
  for (const key of keys) setMember(object, key, (value as Record<string, unknown>)[key]);
}

/** Returns the value for the next link: a missing one ends an optional chain, and is an error otherwise. */
function link(value: unknown, optional: boolean): unknown {
  if (value === MISSING) return MISSING;
  if (value !== null && value !== undefined) return value;
  return optional ? MISSING : notHere();
}

function compileRead({ from, key, optional }: Extract<Node, { kind: 'read' }>): Run {
  const object = compile(from);
  if (key.kind === 'constant' && typeof key.value === 'string') {
    const name = key.value;
    return (frame) => {
      const value = link(object(frame), optional);
      return value === MISSING ? MISSING : readNamed(value, name);
    };
  }
  const name = compile(key);
  return (frame) => {
    const value = link(object(frame), optional);
    return value === MISSING ? MISSING : readKeyed(frame, value, name(frame));
  };
}

function compileMethod(node: Extract<Node, { kind: 'method' | 'each' }>): Run {
  const { name, optional } = node;
  const object = compile(node.of);
  const items = compileItems(node.items, MAX_ITEMS_OF_CALL);
  const callback = node.kind === 'each' ? compileCallback(node.callback) : null;
  return (frame) => {
    const receiver = link(object(frame), optional);
    if (receiver === MISSING) return MISSING;
    if (callback === null) return callMethod(frame, receiver, name, items(frame));
    const method = CALLBACK_METHODS.get(name);
    if (!method || !isList(receiver)) return notHere();
    return method(frame, receiver, callback, items(frame));
  };
}

function callMethod(frame: Frame, receiver: unknown, name: string, items: unknown[]): unknown {
  if (typeof receiver === 'string') return (TEXT_METHODS.get(name) ?? notHere)(frame, receiver, items);
  if (typeof receiver === 'number') return (NUMBER_METHODS.get(name) ?? notHere)(frame, receiver, items);
  return isList(receiver) ? (LIST_METHODS.get(name) ?? notHere)(frame, receiver, items) : notHere();
}

function compileCall({ name, items }: Extract<Node, { kind: 'call' }>): Run {
  const run = FUNCTIONS.get(name) ?? notHere;
  const args = compileItems(items, MAX_ITEMS_OF_CALL);
  return (frame) => run(frame, args(frame));
}

function compileCallback(callback: Callback): RunCallback {
  if (callback.kind === 'conversion') {
    const convert = CONVERSIONS[callback.name];
    return (frame, value) => {
      charge(frame, 1);
      return convert(value);
    };
  }
  const { cost } = callback;
  const body = compileBody(callback.body);
  const [first, second, ...others] = callback.params.map(compilePattern);
  const [third, fourth] = others;
  return (frame, a, b, c, d) => {
    charge(frame, cost);
    first?.(frame, a);
    second?.(frame, b);
    third?.(frame, c);
    fourth?.(frame, d);
    return body(frame);
  };
}

type Assign = (frame: Frame, value: unknown) => void;

function compilePattern(pattern: Pattern): Assign {
  switch (pattern.kind) {
    case 'slot': {
      const { slot } = pattern;
      return (frame, value) => {
        frame.slots[slot] = value;
      };
    }
    case 'default': {
      const into = compilePattern(pattern.into);
      const otherwise = compile(pattern.value);
      return (frame, value) => into(frame, value === undefined ? otherwise(frame) : value);
    }
    case 'object': {
      const members = pattern.members.map(({ key, into }) => ({ key, assign: compilePattern(into) }));
      return (frame, value) => {
        if (!isObject(value)) notHere();
        for (const { key, assign } of members) assign(frame, readNamed(value, key));
      };
    }
    case 'list': {
      const items = pattern.items.map((item) => item && compilePattern(item));
      return (frame, value) => {
        if (!isList(value)) return notHere();
        for (const [index, assign] of items.entries()) assign?.(frame, value[index]);
      };
    }
  }
}
