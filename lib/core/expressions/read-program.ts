import { type FunctionExpression, type Program as Parsed, parse, type Statement } from 'acorn';
import type { Body, Pattern, Program } from './nodes';
import { ExpressionReader } from './read-expression';
import { readPattern } from './read-pattern';
import { Scope } from './scope';

export type CodeKind = 'function' | 'expression';

/** Longer sources are rare; the sandbox has more room. */
const MAX_SOURCE_LENGTH = 8_000;
/** The deepest nesting of brackets: acorn reads by recursion, and so does the code after it. */
const MAX_BRACKETS = 100;

/** HTML comments, which not every parser knows. */
const HTML_COMMENT = /<!--|-->/;

/**
 * Reads the source of an expression, or of a function that only declares constants and returns an
 * expression. Null if it is more than that, or no JavaScript at all: then the sandbox decides.
 */
export function readProgram(kind: CodeKind, code: string, names: readonly string[]): Program | null {
  if (code.length > MAX_SOURCE_LENGTH || HTML_COMMENT.test(code) || isNestedTooDeeply(code)) return null;
  const statements = parseBody(kind, code, names);
  if (statements === null) return null;
  const reader = new ExpressionReader(readBody);
  const scope = new Scope(null);
  for (const name of names) scope.declare(name, reader.newSlot());
  const body = readBody(statements, scope, reader);
  return body && { body, cost: reader.nodeCount };
}

/** Returns the text that the sandbox compiles (`wrap` in code-error.mjs), so that both read the same. */
export function wrapped(kind: CodeKind, code: string, names: readonly string[]): string {
  const head = `(async function (${names.join(', ')}) {`;
  if (kind === 'function') return `${head}${code}\n})`;
  let end = code.length;
  while (end > 0 && /[\s;]/.test(code.charAt(end - 1))) end -= 1;
  return `${head}return (${code.slice(0, end)}\n)})`;
}

/** Parses the statements inside the wrapper; null for a syntax error and for code that closes the wrapper. */
function parseBody(kind: CodeKind, code: string, names: readonly string[]): Statement[] | null {
  let parsed: Parsed;
  try {
    parsed = parse(wrapped(kind, code, names), { ecmaVersion: 2022 });
  } catch (error) {
    // A stack overflow comes from deep nesting without brackets, as in `!!!!…`.
    if (error instanceof SyntaxError || error instanceof RangeError) return null;
    throw error;
  }
  const [statement, ...others] = parsed.body;
  if (others.length > 0 || statement?.type !== 'ExpressionStatement') return null;
  const wrapper = statement.expression;
  if (wrapper.type !== 'FunctionExpression' || !hasParams(wrapper, names)) return null;
  return wrapper.body.body;
}

function hasParams({ params }: FunctionExpression, names: readonly string[]): boolean {
  return (
    params.length === names.length &&
    params.every((param, index) => param.type === 'Identifier' && param.name === names[index])
  );
}

/** Reads constants, then a result. Constants hide outer names everywhere, but only work after their line. */
function readBody(statements: readonly Statement[], outer: Scope, reader: ExpressionReader): Body | null {
  const scope = new Scope(outer);
  const last = statements.at(-1);
  if (last?.type !== 'ReturnStatement' || !last.argument) return null;
  const declarations = statements.slice(0, -1).map((statement) => {
    if (statement.type !== 'VariableDeclaration' || statement.kind !== 'const') return null;
    return statement.declarations;
  });
  const names = declarations.map((each) => each?.map(({ id }) => scope.announce(id)));
  if (names.some((each) => each === undefined || each.includes(false))) return null;
  const constants: Array<{ into: Pattern; value: Body['result'] }> = [];
  for (const { id, init } of declarations.flatMap((each) => each ?? [])) {
    const value = init ? reader.read(init, scope) : null;
    const into = value && readPattern(id, scope, reader);
    if (!value || !into) return null;
    constants.push({ into, value });
  }
  const result = reader.read(last.argument, scope);
  return result && { constants, result };
}

function isNestedTooDeeply(code: string): boolean {
  let depth = 0;
  let deepest = 0;
  for (let index = 0; index < code.length; index += 1) {
    const character = code.charAt(index);
    if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest > MAX_BRACKETS;
}
