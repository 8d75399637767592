import { EditorSelection, EditorState, type TransactionSpec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { afterEach, expect, test, vi } from 'vitest';
import { isOpen } from './closing-quotes';
import { codeExtensions } from './code-extensions';
import { LANGUAGES } from './languages';

afterEach(() => {
  vi.restoreAllMocks();
});

test.each([
  ['{"sku": "<variable.sku>', '"', true],
  ['{"sku": "A-17"', '"', false],
  ['{"sku": ', '"', false],
  ['{"said": "\\"yes\\"', '"', true],
  ['return "don\'t', '"', true],
  ['return "don\'t', "'", false],
  ['return `a "b', '`', true],
  ['', '"', false],
  ['"\\', '"', true],
])('%s : a %s there closes a string: %s', (line, quote, expected) => {
  expect(isOpen(line, quote)).toBe(expected);
});

/** The part of a view that the handlers of typed text use: there is no page here. */
function typingView(text: string) {
  const extensions = codeExtensions(LANGUAGES.json, { isShort: false });
  let state = EditorState.create({
    doc: text,
    selection: EditorSelection.cursor(text.length),
    extensions,
  });
  const view = {
    get state() {
      return state;
    },
    composing: false,
    compositionStarted: false,
    dispatch: (...changes: TransactionSpec[]) => {
      state = state.update(...changes).state;
    },
  };
  return {
    text: () => state.doc.toString(),
    type: (sign: string) => {
      const { from, to } = state.selection.main;
      const insert = () => state.update(state.replaceSelection(sign), { userEvent: 'input.type' });
      const isHandled = state
        .facet(EditorView.inputHandler)
        .some((handle) => handle(view as unknown as EditorView, from, to, sign, insert));
      if (!isHandled) state = insert().state;
    },
  };
}

const TEXT = '{"a": "<start.b>", "c": [{"d": "e-"}], "f": ""}';

test.each(Array.from(TEXT, (_, begun) => [TEXT.slice(0, begun), TEXT.slice(begun)]))(
  '%s, begun before the editor was there, ends as it was typed: %s',
  (begun, rest) => {
    // Each read of the time advances it by 30 ms, as on a busy machine: the parser has then read nothing.
    let gone = 0;
    const now = Date.now;
    vi.spyOn(Date, 'now').mockImplementation(() => {
      gone += 30;
      return now() + gone;
    });
    const typing = typingView(begun);
    for (const sign of rest) typing.type(sign);
    expect(typing.text()).toBe(TEXT);
  },
);
