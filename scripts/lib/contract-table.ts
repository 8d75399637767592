import fs from 'node:fs';
import ts from 'typescript';

/** A row of a table of `docs/contract`. */
export interface ContractRow {
  id: string;
  statement: string;
  /** `path > describe > test` each, in the notation of vitest and Playwright. */
  tests: string[];
  /** The reason why no test can prove it yet; null if one does. */
  notYet: string | null;
}

export interface ContractTable {
  rows: ContractRow[];
  /** The counts in the introduction of the page. */
  said: { statements: number; notYet: number };
}

const NOT_YET = 'not yet: ';

/** Reads a page of `docs/contract`: rows are `| id | statement | test |`, with each test in backticks. */
export function readContractTable(file: string): ContractTable {
  const page = fs.readFileSync(file, 'utf8');
  const said = /^(\d+) statements, (\d+) not yet\.$/m.exec(page);
  if (said === null) throw new Error(`${file} has no line like "90 statements, 3 not yet."`);
  const rows = page
    .split('\n')
    .filter((line) => /^\| [A-Z]\d/.test(line))
    .map((line) => readRow(file, line));
  return { rows, said: { statements: Number(said[1]), notYet: Number(said[2]) } };
}

function readRow(file: string, line: string): ContractRow {
  const cells = line.replaceAll('\\|', '\0').split('|').slice(1, -1);
  const [id = '', statement = '', test = ''] = cells.map((cell) => cell.replaceAll('\0', '|').trim());
  if (cells.length !== 3) throw new Error(`${file}: this row has not three cells: ${line}`);
  const notYet = test.startsWith(NOT_YET) ? test.slice(NOT_YET.length).trim() : null;
  const tests = [...test.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  return { id, statement, tests: notYet === null ? tests : [], notYet };
}

/**
 * Returns every test of a file as `describe > test`. A name made from a template is returned as that
 * template.
 */
export function testsOf(file: string): Set<string> {
  const source = ts.createSourceFile(file, fs.readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const found = new Set<string>();
  const visit = (node: ts.Node, path: readonly string[]): void => {
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
function namedBlock(
  call: ts.CallExpression,
  source: ts.SourceFile,
): { title: string; isTest: boolean } | null {
  const words = calleeWords(call.expression);
  const [title] = call.arguments;
  if (!/^(test|it|describe)$/.test(words[0] ?? '') || title === undefined) return null;
  if (words.some((word) => /^(skip|todo|fixme)$/.test(word))) return null;
  const isTest = !words.includes('describe');
  if (ts.isStringLiteralLike(title)) return { title: title.text, isTest };
  return ts.isTemplateExpression(title) ? { title: title.getText(source).slice(1, -1), isTest } : null;
}

/** Returns the words of a callee: `it.each(…)` → it, each. */
function calleeWords(callee: ts.Expression): string[] {
  if (ts.isIdentifier(callee)) return [callee.text];
  if (ts.isPropertyAccessExpression(callee)) return [...calleeWords(callee.expression), callee.name.text];
  if (ts.isCallExpression(callee)) return calleeWords(callee.expression);
  return ts.isTaggedTemplateExpression(callee) ? calleeWords(callee.tag) : [];
}
