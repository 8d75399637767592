import { EditorView } from '@codemirror/view';

/**
 * Removes the inline styles that Chrome leaves on a line. A text that replaces a highlighted bracket or
 * reference gets its colours there when Chrome inserts it without a key (a script, dictation), and
 * CodeMirror keeps them. They would stay when the theme changes. No line here has a style of its own.
 */
export const plainLines = EditorView.updateListener.of(({ docChanged, view }) => {
  if (!docChanged) return;
  for (const line of view.contentDOM.querySelectorAll('.cm-line[style]')) line.removeAttribute('style');
});
