import { expect, test } from 'vitest';
import { findScriptProblem } from './script-problem';

const holesIn = (text: string) =>
  [...text.matchAll(/<\w[\w.]*>/g)].map(({ 0: whole, index }) => ({
    start: index,
    end: index + whole.length,
  }));
const problem = (text: string, kind: 'function' | 'expression') =>
  findScriptProblem(text, holesIn(text), kind);

test.each([
  ['function', 'const n = <start.n>;\nreturn { twice: n * 2 };'],
  ['function', 'const text = `Hi <start.name>` + (await 1); // a note'],
  ['function', 'return "<start.name>".replace(/[<>]/g, "");'],
  ['function', ''],
  ['expression', '<api.status> === 200 && <api.data>.items?.length > 0'],
  ['expression', '{ a: 1 }.a // why not'],
  ['expression', '  '],
] as const)('%s: %s is fine', (kind, text) => {
  expect(problem(text, kind)).toBeNull();
});

test.each([
  ['expression', '<api.status> ===', { line: 1, message: 'The code ends too early.' }],
  ['expression', '<api.status> = = 2', { line: 1, start: 15, message: '“=” is unexpected here.' }],
  ['expression', '1) || (2', { line: 1, start: 1, message: '“)” is unexpected here.' }],
  ['expression', '1; 2', { line: 1, start: 1 }],
  ['expression', 'return 1', { line: 1, start: 0 }],
  [
    'function',
    'const a = 1;\nconst a = 2;',
    { line: 2, message: "Identifier 'a' has already been declared." },
  ],
  ['function', 'if (<start.n> {\n  return 1;\n}', { line: 1, start: 14, message: '“{” is unexpected here.' }],
  ['function', 'return "open', { line: 1, message: 'Unterminated string constant.' }],
  ['function', 'import fs from "fs";', { line: 1 }],
] as const)('%s: %s says where it goes wrong', (kind, text, expected) => {
  expect(problem(text, kind)).toMatchObject(expected);
});

test.each(['(', '['])(
  '10,000 of %s within each other are a problem of the code, not of the page',
  (bracket) => {
    const code = `${bracket.repeat(10_000)}1`;
    expect(problem(code, 'expression')).toMatchObject({ line: 1, message: 'This is nested too deeply.' });
  },
);
