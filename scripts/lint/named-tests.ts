import fs from 'node:fs';
import type { CallExpression, Expression, Node, SourceFile } from 'typescript';
import { parseSource, ts } from './parse-source.mjs';

/** Several statements name tests of one file, and parsing it takes most of the time. */
const known = new Map<string, ReadonlySet<string>>();

/** Returns true if there is a test with this name, `path > describe > test`. */
export function testExists(name: string): boolean {
  const [file = '', ...titles] = name.split(' > ');
  const tests = known.get(file) ?? (fs.existsSync(file) ? testsOf(file) : new Set());
  known.set(file, tests);
  return tests.has(titles.join(' > '));
}

/**
 * Returns every test of a file as `describe > test`. A name made from a template is returned as that
 * template.
 */
export function testsOf(file: string): Set<string> {
  const source = parseSource(file);
  const found = new Set<string>();
  const visit = (node: Node, path: readonly string[]): void => {
    const named = ts.isCallExpression(node) ? namedBlock(node, source) : null;
    const inside = named === null ? path : [...path, named.title];
    if (named?.isTest) found.add(inside.join(' > '));
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  visit(source, []);
  return found;
}

/**
 * Returns the name of `test('…')`, `it.each(…)('…')`, `describe('…')` and the like; null for other calls,
 * and for skipped ones.
 */
function namedBlock(call: CallExpression, source: SourceFile): { title: string; isTest: boolean } | null {
  const words = calleeWords(call.expression);
  const [title] = call.arguments;
  if (!/^(test|it|describe)$/.test(words[0] ?? '') || title === undefined) return null;
  if (words.some((word) => /^(skip|todo|fixme)$/.test(word))) return null;
  const isTest = !words.includes('describe');
  if (ts.isStringLiteralLike(title)) return { title: title.text, isTest };
  return ts.isTemplateExpression(title) ? { title: title.getText(source).slice(1, -1), isTest } : null;
}

/** Returns the words of a callee: `it.each(…)` → it, each. */
function calleeWords(callee: Expression): string[] {
  if (ts.isIdentifier(callee)) return [callee.text];
  if (ts.isPropertyAccessExpression(callee)) return [...calleeWords(callee.expression), callee.name.text];
  if (ts.isCallExpression(callee)) return calleeWords(callee.expression);
  return ts.isTaggedTemplateExpression(callee) ? calleeWords(callee.tag) : [];
}
