import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/**
 * Keeps the caret of an editor that has just taken over the focus, until the first key or move. Chrome moves
 * the caret to the beginning when the text beside it is coloured, which CodeMirror doesn't notice, and the
 * next key would be typed there.
 */
export function holdCaret(): Extension {
  let isHeld = true;
  return EditorView.updateListener.of(({ view, docChanged, selectionSet }) => {
    if (docChanged || selectionSet) isHeld = false;
    // By then CodeMirror has set the caret, and no key can come before.
    if (isHeld) queueMicrotask(() => showCaret(view));
  });
}

function showCaret(view: EditorView): void {
  const shown = document.getSelection();
  const { main } = view.state.selection;
  if (!view.hasFocus || !main.empty || shown?.focusNode == null || !shown.isCollapsed) return;
  if (!view.contentDOM.contains(shown.focusNode)) return;
  if (view.posAtDOM(shown.focusNode, shown.focusOffset) === main.head) return;
  const { node, offset } = view.domAtPos(main.head);
  shown.collapse(node, offset);
}
