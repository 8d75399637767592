import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { patient } from '@/scripts/lib/machine-speed.mjs';
import { codePlaceAt, SNIPPETS } from '../code/code-place';
import { LANGUAGES } from '../code/languages';
import { completeCode } from './code-completion';
import type { ScopeBlock } from './known-value';

const API: ScopeBlock = {
  slug: 'api',
  name: 'api',
  icon: [],
  fields: [{ name: 'data', type: 'any' }],
  last: { from: 'run', output: { data: { items: [{ id: 7, 'odd key': 1 }], total: 3, name: 'x' } } },
};

/** Returns the completions with the caret at the end of the text. */
function offered(text: string, { isAsked = false, language = 'function' as 'function' | 'expression' } = {}) {
  const state = EditorState.create({
    doc: text,
    extensions: LANGUAGES[language].extension,
    selection: { anchor: text.length },
  });
  ensureSyntaxTree(state, text.length, patient(20_000));
  const place = codePlaceAt(state.update({}).state, isAsked);
  return place === null ? null : completeCode(place, [API], { language, snippets: SNIPPETS });
}
const labels = (...given: Parameters<typeof offered>) => offered(...given)?.map(({ label }) => label);

test('members of what a reference last stood for, with type and value', () => {
  expect(labels('return <api.data>.')).toEqual(['items', 'total', 'name']);
  expect(offered('return <api.data>.to')).toMatchObject([
    { label: 'total', detail: 'number', preview: '3', origin: 'this run' },
  ]);
  expect(labels('<api.data>.items.ma', { language: 'expression' })).toEqual(['map']);
  expect(labels('<api.data.name>.toU', { language: 'expression' })).toEqual(['toUpperCase']);
  expect(labels('return <nobody.data>.')).toEqual([]);
});

test('names of the code itself, of the sandbox and of the language', () => {
  expect(labels('const total = 1;\nreturn tot')).toEqual(['total']);
  expect(labels('return Mat')).toEqual(['Math']);
  expect(labels('return Math.ro')).toEqual(['round']);
  expect(labels('ret')).toEqual(['return']);
  expect(labels('ret', { language: 'expression' })).toEqual([]);
  expect(labels('fetc')).toEqual([]);
});

test('nothing is offered inside texts and notes, nor for a name that is all there', () => {
  expect(labels('return "Mat')).toBeUndefined();
  expect(labels('// Mat')).toBeUndefined();
  expect(labels('return Math')).toEqual([]);
});

test('pieces of code to fill in', () => {
  const [first] = offered('tr') ?? [];
  expect(labels('tr')).toContain('try');
  expect(first?.snippet ?? offered('tr')?.find(({ label }) => label === 'try')?.snippet).toBeDefined();
});

test('asked for, all names are there before one is typed', () => {
  expect(labels('')).toBeUndefined();
  expect(labels('', { isAsked: true })).toEqual(expect.arrayContaining(['JSON', 'const']));
});
