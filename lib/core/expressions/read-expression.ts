import type * as acorn from 'acorn';
import { FUNCTIONS, NUMBER_METHODS } from './functions';
import { CALLBACK_METHODS, LIST_METHODS } from './list-methods';
import {
  BINARY_OPERATORS,
  type Body,
  type Callback,
  type Item,
  LOGICAL_OPERATORS,
  type Member,
  type Node,
  type Primitive,
  UNARY_OPERATORS,
} from './nodes';
import { type PatternContext, readPattern } from './read-pattern';
import { Scope } from './scope';
import { TEXT_METHODS } from './text-methods';

type Syntax = acorn.Expression | acorn.Super | acorn.PrivateIdentifier;
type ReadBody = (
  statements: readonly acorn.Statement[],
  outer: Scope,
  reader: ExpressionReader,
) => Body | null;

const MAX_DEPTH = 100;
const MAX_PARAMS = 4;
/** Objects with more members are hash tables inside engines, which cost more. */
const MAX_MEMBERS = 100;
const CONVERSION_NAMES = ['Boolean', 'Number', 'String'] as const;
const NAMED_VALUES: Record<string, Primitive> = {
  undefined,
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
};
/** Up to 17 digits; octal and other old notations are left to the sandbox. */
const PLAIN_NUMBER = /^(?:0|[1-9]\d{0,16})(?:\.\d{0,17})?(?:e[+-]?\d{1,2})?$|^\.\d{1,17}$/i;
const OLD_ESCAPE = /\\[0-9]/;

/** Rebuilds an expression into nodes; null if there is no node for it. */
export class ExpressionReader implements PatternContext {
  nodeCount = 0;
  #slotCount = 0;
  #depth = 0;

  constructor(private readonly readBody: ReadBody) {}

  newSlot(): number {
    this.#slotCount += 1;
    return this.#slotCount - 1;
  }

  count(): void {
    this.nodeCount += 1;
  }

  read(syntax: Syntax, scope: Scope): Node | null {
    if (this.#depth === MAX_DEPTH) return null;
    this.count();
    this.#depth += 1;
    const node = this.#read(syntax, scope);
    this.#depth -= 1;
    return node;
  }

  #read(syntax: Syntax, scope: Scope): Node | null {
    switch (syntax.type) {
      case 'Literal':
        return readLiteral(syntax);
      case 'Identifier':
        return readName(syntax.name, scope);
      case 'TemplateLiteral':
        return this.#template(syntax, scope);
      case 'ArrayExpression':
        return this.#list(syntax, scope);
      case 'ObjectExpression':
        return this.#object(syntax, scope);
      case 'MemberExpression':
        return this.#member(syntax, scope);
      case 'ChainExpression': {
        const body = this.read(syntax.expression, scope);
        return body && { kind: 'chain', body };
      }
      case 'CallExpression':
        return this.#call(syntax, scope);
      default:
        return this.#operation(syntax, scope);
    }
  }

  #operation(syntax: Syntax, scope: Scope): Node | null {
    switch (syntax.type) {
      case 'UnaryExpression': {
        const operator = UNARY_OPERATORS.find((known) => known === syntax.operator);
        const operand = operator && this.read(syntax.argument, scope);
        return operator && operand ? { kind: 'unary', operator, operand } : null;
      }
      case 'BinaryExpression': {
        const operator = BINARY_OPERATORS.find((known) => known === syntax.operator);
        const left = operator && this.read(syntax.left, scope);
        const right = left && this.read(syntax.right, scope);
        return operator && left && right ? { kind: 'binary', operator, left, right } : null;
      }
      case 'LogicalExpression': {
        const operator = LOGICAL_OPERATORS.find((known) => known === syntax.operator);
        const left = operator && this.read(syntax.left, scope);
        const right = left && this.read(syntax.right, scope);
        return operator && left && right ? { kind: 'logical', operator, left, right } : null;
      }
      case 'ConditionalExpression': {
        const test = this.read(syntax.test, scope);
        const yes = test && this.read(syntax.consequent, scope);
        const no = yes && this.read(syntax.alternate, scope);
        return test && yes && no ? { kind: 'conditional', test, yes, no } : null;
      }
      default:
        return null;
    }
  }

  #template({ quasis, expressions }: acorn.TemplateLiteral, scope: Scope): Node | null {
    const texts = quasis.map(({ value }) => (OLD_ESCAPE.test(value.raw) ? null : value.cooked));
    const values = expressions.map((each) => this.read(each, scope));
    if (!isComplete(values) || !texts.every((text) => typeof text === 'string')) return null;
    return { kind: 'template', texts, values };
  }

  #list({ elements }: acorn.ArrayExpression, scope: Scope): Node | null {
    // A hole in a list is not the same as undefined.
    const items = elements.map((element) => (element === null ? null : this.#item(element, scope)));
    return isComplete(items) ? { kind: 'list', items } : null;
  }

  #item(syntax: acorn.Expression | acorn.SpreadElement, scope: Scope): Item | null {
    const spread = syntax.type === 'SpreadElement';
    const value = this.read(spread ? syntax.argument : syntax, scope);
    return value && { value, spread };
  }

  #object({ properties }: acorn.ObjectExpression, scope: Scope): Node | null {
    if (properties.length > MAX_MEMBERS) return null;
    const members = properties.map((property): Member | null => {
      if (property.type === 'SpreadElement') {
        const value = this.read(property.argument, scope);
        return value && { key: null, value };
      }
      if (property.kind !== 'init' || property.method) return null;
      const key = this.#key(property.key, property.computed, scope);
      // `__proto__: x` sets no member but the prototype.
      if (!property.computed && key?.kind === 'constant' && key.value === '__proto__') return null;
      const value = key && this.read(property.value, scope);
      return key && value && { key, value };
    });
    return isComplete(members) ? { kind: 'object', members } : null;
  }

  #key(key: Syntax, computed: boolean, scope: Scope): Node | null {
    if (!computed && key.type === 'Identifier') return { kind: 'constant', value: key.name };
    return this.read(key, scope);
  }

  #member({ object, property, computed, optional }: acorn.MemberExpression, scope: Scope): Node | null {
    const key = this.#key(property, computed, scope);
    const from = key && this.read(object, scope);
    return key && from && { kind: 'read', from, key, optional };
  }

  #call({ callee, arguments: args, optional }: acorn.CallExpression, scope: Scope): Node | null {
    if (optional) return null;
    const name = functionName(callee, scope);
    if (name !== null) {
      if (name === 'Array.from' && args.length === 2) return this.#mappedList(args, scope);
      const items = FUNCTIONS.has(name) ? args.map((arg) => this.#item(arg, scope)) : null;
      return items && isComplete(items) ? { kind: 'call', name, items } : null;
    }
    if (callee.type !== 'MemberExpression' || callee.computed) return null;
    if (callee.property.type !== 'Identifier') return null;
    const method = { name: callee.property.name, optional: callee.optional };
    const of = this.read(callee.object, scope);
    if (CALLBACK_METHODS.has(method.name)) {
      const [first, ...rest] = args;
      const callback = first ? this.#callback(first, scope) : null;
      const items = rest.map((arg) => this.#item(arg, scope));
      return of && callback && isComplete(items) ? { kind: 'each', of, callback, items, ...method } : null;
    }
    if (![TEXT_METHODS, LIST_METHODS, NUMBER_METHODS].some((methods) => methods.has(method.name)))
      return null;
    const items = args.map((arg) => this.#item(arg, scope));
    return of && isComplete(items) ? { kind: 'method', of, items, ...method } : null;
  }

  /** Reads `Array.from(values, callback)`, which gives its callback no list. */
  #mappedList(args: acorn.CallExpression['arguments'], scope: Scope): Node | null {
    const [values, mapper] = args;
    const item = values && this.#item(values, scope);
    const callback = mapper ? this.#callback(mapper, scope) : null;
    if (!item || item.spread || !callback) return null;
    if (callback.kind === 'arrow' && callback.params.length > 2) return null;
    const of: Node = { kind: 'call', name: 'Array.from', items: [item] };
    return { kind: 'each', of, name: 'map', optional: false, callback, items: [] };
  }

  #callback(syntax: acorn.Expression | acorn.SpreadElement, outer: Scope): Callback | null {
    if (syntax.type === 'Identifier') {
      const name = CONVERSION_NAMES.find((known) => known === syntax.name);
      return name && outer.find(name) === undefined ? { kind: 'conversion', name } : null;
    }
    if (syntax.type !== 'ArrowFunctionExpression' || syntax.async) return null;
    if (syntax.params.length > MAX_PARAMS) return null;
    const before = this.nodeCount;
    const scope = new Scope(outer);
    // A default may not name a parameter that comes later, nor an outer variable of that name.
    if (!syntax.params.every((param) => scope.announce(param))) return null;
    const params = syntax.params.map((param) => readPattern(param, scope, this));
    const body = this.#arrowBody(syntax.body, scope);
    return body && isComplete(params)
      ? { kind: 'arrow', params, body, cost: 1 + this.nodeCount - before }
      : null;
  }

  #arrowBody(body: acorn.ArrowFunctionExpression['body'], scope: Scope): Body | null {
    if (body.type === 'BlockStatement') return this.readBody(body.body, scope, this);
    const result = this.read(body, scope);
    return result && { constants: [], result };
  }
}

/** Returns a name like `Number` or `Math.max`; null for others, and if the code has such a variable. */
function functionName(callee: acorn.Expression | acorn.Super, scope: Scope): string | null {
  if (callee.type === 'Identifier') return scope.find(callee.name) === undefined ? callee.name : null;
  if (callee.type !== 'MemberExpression' || callee.computed || callee.optional) return null;
  const { object, property } = callee;
  if (object.type !== 'Identifier' || property.type !== 'Identifier') return null;
  return scope.find(object.name) === undefined ? `${object.name}.${property.name}` : null;
}

function readName(name: string, scope: Scope): Node | null {
  const slot = scope.find(name);
  if (typeof slot === 'number') return { kind: 'variable', slot };
  if (slot === null || !Object.hasOwn(NAMED_VALUES, name)) return null;
  return { kind: 'constant', value: NAMED_VALUES[name] };
}

function readLiteral({ value, raw = '' }: acorn.Literal): Node | null {
  if (typeof value === 'number') return PLAIN_NUMBER.test(raw) ? { kind: 'constant', value } : null;
  if (typeof value === 'string') return OLD_ESCAPE.test(raw) ? null : { kind: 'constant', value };
  // The value of a regular expression or a BigInt is an object or a bigint, or null where it isn't supported.
  if (typeof value === 'boolean' || raw === 'null')
    return { kind: 'constant', value: value as boolean | null };
  return null;
}

function isComplete<Part>(parts: ReadonlyArray<Part | null>): parts is readonly Part[] {
  return !parts.includes(null);
}
