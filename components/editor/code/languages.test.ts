import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { patient } from '@/scripts/lib/machine-speed.mjs';
import { LANGUAGES } from './languages';

/** The timeout for a parser that hangs. */
const READ_WITHIN_MS = patient(20_000);

type CodeLanguage = keyof typeof LANGUAGES;

/** Returns the innermost syntax node of a piece of the text. */
function partAt(doc: string, piece: string, language: CodeLanguage): string {
  const state = EditorState.create({ doc, extensions: LANGUAGES[language].extension });
  const tree = ensureSyntaxTree(state, doc.length, READ_WITHIN_MS);
  return tree?.resolveInner(doc.indexOf(piece), 1).name ?? '';
}

/** True if the language parses the whole text without an error. */
function isRead(doc: string, language: CodeLanguage): boolean {
  const state = EditorState.create({ doc, extensions: LANGUAGES[language].extension });
  let isWhole = true;
  ensureSyntaxTree(state, doc.length, READ_WITHIN_MS)?.iterate({
    enter: ({ type }) => {
      if (type.isError) isWhole = false;
    },
  });
  return isWhole;
}

test.each<[string, CodeLanguage]>([
  ['return <api.data>.items.map((x) => x + {{RATE}});', 'function'],
  ["return `<start.name>` + <api.data['odd key']?>;", 'function'],
  ['<api.status> === 200 && <api.data> !== null', 'expression'],
  ['{"a": <start.n>, "b": "say \\"<start.n>\\"", "c": [{{N}}]}', 'json'],
])('%s is read whole, references and all', (doc, language) => {
  expect(isRead(doc, language)).toBe(true);
});

test('what goes wrong is still seen beside references', () => {
  expect(isRead('return <api.data> <api.data>;', 'function')).toBe(false);
  expect(isRead('{"a": <start.n> <start.n>}', 'json')).toBe(false);
});

test('a reference is a name in code, a text in JSON, and part of a text inside one', () => {
  expect(partAt('return <a.b> + 1;', '<a.b>', 'function')).toBe('VariableName');
  expect(partAt('return "x <a.b>";', '<a.b>', 'function')).toBe('String');
  expect(partAt('{"a": <a.b>}', '<a.b>', 'json')).toBe('String');
  expect(partAt('{"a": "x <a.b> y"}', '<a.b>', 'json')).toBe('String');
  expect(partAt('{"a": "x <a.b> y", "n": 1}', '1', 'json')).toBe('Number');
});
