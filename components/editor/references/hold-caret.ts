import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/**
 * Keeps the caret of an editor that has just taken the focus over where it was. Chrome moves it to the
 * beginning when colours are drawn around the text beside it, which CodeMirror doesn't notice, and the next
 * key would be typed there. Until the first key or move.
 */
export function holdCaret(): Extension {
  let isHeld = true;
  return EditorView.updateListener.of(({ view, docChanged, selectionSet }) => {
    if (docChanged || selectionSet) isHeld = false;
    // CodeMirror has set the caret by then, and no key comes before.
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
