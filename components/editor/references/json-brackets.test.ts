import { expect, test } from 'vitest';
import { tokenAt } from './completion';
import { jsonKeyEdit } from './json-brackets';

/** Types into a text; `|` is the caret, `⌫` is Backspace. @returns the text with the caret */
function type(keys: string, into = '|'): string {
  let caret = into.indexOf('|');
  let text = into.replace('|', '');
  for (const sign of keys) {
    const key = sign === '⌫' ? 'Backspace' : sign;
    const edit = jsonKeyEdit(text, caret, caret, key) ?? {
      ...(key === 'Backspace' ? { from: caret - 1, to: caret, insert: '' } : { from: caret, to: caret }),
      insert: key === 'Backspace' ? '' : key,
      caret: caret + (key === 'Backspace' ? -1 : 1),
    };
    text = text.slice(0, edit.from) + edit.insert + text.slice(edit.to);
    caret = edit.caret;
  }
  return `${text.slice(0, caret)}|${text.slice(caret)}`;
}

test.each([
  ['{', '{|}'],
  ['{"a": [1', '{"a": [1|]}'],
  ['{"a": [1]}', '{"a": [1]}|'],
  ['[⌫', '|'],
  ['{"a": "see [1] {x}"}', '{"a": "see [1] {x}"}|'],
])('%s is typed into an empty body', (keys, left) => {
  expect(type(keys)).toBe(left);
});

test('what is typed whole is what was typed', () => {
  for (const json of [
    '{"order": <order.data>, "items": [<order.data.n>, {"a": "b"}]}',
    '{"token": "{{TOKEN}}", "bare": {{LIMIT}}}',
    '{\n  "a": {},\n  "b": "x"\n}',
    '["a", "it\'s \\"so\\""]',
    '{{TOKEN}}',
    '{{TOKEN}} and {more} "text" [1]',
  ])
    expect(type(json)).toBe(`${json}|`);
});

test('a text that begins otherwise is left alone', () => {
  expect(type('Dear {', '|')).toBe('Dear {|');
  expect(type('[', '<api.data> |')).toBe('<api.data> [|');
  expect(jsonKeyEdit('say ""', 5, 5, 'Backspace')).toBeNull();
});

test('what is pasted is completed where it is open', () => {
  expect(type('"', '{"a": "<start.n>|')).toBe('{"a": "<start.n>"|');
  expect(type('{', '{|')).toBe('{{|');
});

test('a variable that is chosen takes the brackets that closed by themselves', () => {
  for (const keys of ['{{', '{"a": {{', '["{{']) {
    const typed = type(keys);
    const text = typed.replace('|', '');
    const token = tokenAt(text, typed.indexOf('|'));
    expect(token?.kind).toBe('variable');
    const chosen = `${text.slice(0, token?.start)}{{KEY}}${text.slice(token?.end)}`;
    expect(chosen).toMatch(/^(?:\{\{KEY\}\}|\{"a": \{\{KEY\}\}\}|\["\{\{KEY\}\}"\])$/);
  }
});

test.each(['hello', '{"a": 1}'])('a bracket over all of %s encloses it and keeps it selected', (text) => {
  expect(jsonKeyEdit(text, 0, text.length, '{')).toEqual({
    from: 0,
    to: text.length,
    insert: `{${text}}`,
    caret: 1,
    selectedTo: text.length + 1,
  });
});
