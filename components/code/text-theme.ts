import { EditorView } from '@codemirror/view';

/** Styles text, caret and selection with the design's tokens. */
export const textTheme = EditorView.theme({
  '&': { color: 'inherit', backgroundColor: 'transparent', fontSize: 'inherit' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: '20px', overflow: 'auto', scrollbarWidth: 'thin' },
  '.cm-content': { padding: '5px 0', caretColor: 'var(--ink)', minHeight: 'inherit' },
  '.cm-line': { padding: '0 10px' },
  '.cm-placeholder': { color: 'var(--faint)', fontStyle: 'italic' },
  '.cm-selectionBackground': { background: 'color-mix(in oklab, var(--accent-solid) 28%, transparent)' },
});
