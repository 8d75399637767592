import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, indentWithTab } from '@codemirror/commands';
import {
  bracketMatching,
  codeFolding,
  foldGutter,
  foldKeymap,
  indentOnInput,
  indentUnit,
  type Language,
} from '@codemirror/language';
import { search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension, Prec } from '@codemirror/state';
import {
  crosshairCursor,
  EditorView,
  type KeyBinding,
  keymap,
  lineNumbers,
  rectangularSelection,
} from '@codemirror/view';
import { colours } from '../../code/code-colours';
import { codeTheme } from '../../code/code-theme';
import { closingQuotes } from './closing-quotes';

/** Mod-Enter runs the workflow from anywhere; a field that took Tab could only be left with a mouse. */
const NOT_OURS = new Set(['Mod-Enter', 'Tab']);

/** Returns the extensions of a code field, besides its references and problem marks. */
export function codeExtensions(language: Language, { isShort }: { isShort: boolean }): Extension {
  return [
    language.extension,
    colours,
    codeTheme,
    indentUnit.of('  '),
    indentOnInput(),
    bracketMatching(),
    closingQuotes,
    closeBrackets(),
    EditorState.allowMultipleSelections.of(true),
    rectangularSelection(),
    crosshairCursor(),
    search({ top: true }),
    EditorView.contentAttributes.of({ 'aria-keyshortcuts': 'Control+F Control+/ Control+Shift+E' }),
    // In a field of one or two lines, line numbers would take more room than they are worth.
    isShort ? [] : [lineNumbers(), foldGutter(FOLDS), codeFolding()],
    Prec.high(keymap.of([...closeBracketsKeymap, ...searchKeymap, ...foldKeymap])),
    keymap.of([
      ...defaultKeymap.filter(({ key }) => key === undefined || !NOT_OURS.has(key)),
      ...(isShort ? [] : [indentWithTab, leaveWithTab()]),
    ]),
  ];
}

const FOLDS = { openText: '⌄', closedText: '›' };

const LEAVING_MS = 2_000;

/** Escape lets the next Tab leave the field; a second Escape goes to the element around it. */
function leaveWithTab(): KeyBinding {
  let pressedAt = 0;
  return {
    key: 'Escape',
    run: (view) => {
      const isSecond = Date.now() - pressedAt < LEAVING_MS;
      pressedAt = Date.now();
      view.setTabFocusMode(LEAVING_MS);
      return !isSecond;
    },
  };
}
