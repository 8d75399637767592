import type { Expression, Pattern as Syntax } from 'acorn';
import type { Node, Pattern } from './nodes';
import type { Scope } from './scope';

/** The parts of the expression reader that patterns need: for defaults, and for slots of names. */
export interface PatternContext {
  newSlot(): number;
  count(): void;
  read(syntax: Expression, scope: Scope): Node | null;
}

/** Reads the target of a value; its names can be used from then on. Null if it has no node. */
export function readPattern(pattern: Syntax, scope: Scope, reader: PatternContext): Pattern | null {
  reader.count();
  switch (pattern.type) {
    case 'Identifier': {
      const slot = reader.newSlot();
      scope.declare(pattern.name, slot);
      return { kind: 'slot', slot };
    }
    case 'AssignmentPattern': {
      const value = reader.read(pattern.right, scope);
      const into = value && readPattern(pattern.left, scope, reader);
      return value && into && { kind: 'default', into, value };
    }
    case 'ArrayPattern': {
      const items = pattern.elements.map((each) => (each === null ? null : readPattern(each, scope, reader)));
      const isWhole = items.every((item, index) => item !== null || pattern.elements[index] === null);
      return isWhole ? { kind: 'list', items } : null;
    }
    case 'ObjectPattern':
      return readMembers(pattern.properties, scope, reader);
    default:
      return null;
  }
}

function readMembers(
  properties: Extract<Syntax, { type: 'ObjectPattern' }>['properties'],
  scope: Scope,
  reader: PatternContext,
): Pattern | null {
  const members: Array<{ key: string; into: Pattern }> = [];
  for (const property of properties) {
    if (property.type !== 'Property' || property.computed) return null;
    const { key } = property;
    const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? key.value : null;
    const into = readPattern(property.value, scope, reader);
    if (typeof name !== 'string' || into === null) return null;
    members.push({ key: name, into });
  }
  return { kind: 'object', members };
}
