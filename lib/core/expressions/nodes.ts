/**
 * All nodes of an expression. Source code is rebuilt into these nodes; syntax without a node here can't
 * be represented, and so can't be run in the main thread: no assignment, no `new`, no `this`, no free
 * name, no regular expression, no function as a value.
 */
export type Node =
  | { kind: 'constant'; value: Primitive }
  | { kind: 'variable'; slot: number }
  | { kind: 'list'; items: readonly Item[] }
  | { kind: 'object'; members: readonly Member[] }
  | { kind: 'template'; texts: readonly string[]; values: readonly Node[] }
  | { kind: 'unary'; operator: UnaryOperator; operand: Node }
  | { kind: 'binary'; operator: BinaryOperator; left: Node; right: Node }
  | { kind: 'logical'; operator: LogicalOperator; left: Node; right: Node }
  | { kind: 'conditional'; test: Node; yes: Node; no: Node }
  | { kind: 'read'; from: Node; key: Node; optional: boolean }
  | { kind: 'method'; of: Node; name: string; optional: boolean; items: readonly Item[] }
  | { kind: 'each'; of: Node; name: string; optional: boolean; callback: Callback; items: readonly Item[] }
  | { kind: 'call'; name: string; items: readonly Item[] }
  /** The scope of `?.`: its value is undefined if a link of the chain was missing. */
  | { kind: 'chain'; body: Node };

export type Primitive = string | number | boolean | null | undefined;

export interface Item {
  value: Node;
  spread: boolean;
}

/** A member of an object literal; without a key it is spread. */
export interface Member {
  key: Node | null;
  value: Node;
}

/** The callback of a list's method: an arrow function, or one of three conversions by its name. */
export type Callback =
  | { kind: 'arrow'; params: readonly Pattern[]; body: Body; cost: number }
  | { kind: 'conversion'; name: Conversion };

export type Conversion = 'Boolean' | 'Number' | 'String';

/** `const` declarations, then a result. */
export interface Body {
  constants: ReadonlyArray<{ into: Pattern; value: Node }>;
  result: Node;
}

/** The target of a value: a variable, or several by destructuring. */
export type Pattern =
  | { kind: 'slot'; slot: number }
  | { kind: 'default'; into: Pattern; value: Node }
  | { kind: 'object'; members: ReadonlyArray<{ key: string; into: Pattern }> }
  | { kind: 'list'; items: ReadonlyArray<Pattern | null> };

/** A program; the values of its variables come in the first slots. */
export interface Program {
  body: Body;
  /** The number of its nodes. */
  cost: number;
}

export const UNARY_OPERATORS = ['!', '-', '+', '~', 'typeof', 'void'] as const;
export type UnaryOperator = (typeof UNARY_OPERATORS)[number];

export const LOGICAL_OPERATORS = ['&&', '||', '??'] as const;
export type LogicalOperator = (typeof LOGICAL_OPERATORS)[number];

const ARITHMETIC = ['+', '-', '*', '/', '%', '**', '|', '&', '^', '<<', '>>', '>>>'] as const;
const COMPARISONS = ['<', '<=', '>', '>=', '==', '!=', '===', '!==', 'in'] as const;
export const BINARY_OPERATORS = [...ARITHMETIC, ...COMPARISONS] as const;
export type BinaryOperator = (typeof BINARY_OPERATORS)[number];
