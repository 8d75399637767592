import { type Annotation, ChangeSet, type Text } from '@codemirror/state';
import type { EditorView, ViewUpdate } from '@codemirror/view';
import { textChanges } from '@/lib/core/shared-document/text-changes';

/**
 * Replaces only the parts that differ, so that the caret keeps its place in the text, also when others typed
 * before and after it at the same time.
 */
export function changeText(view: EditorView, text: string, annotation?: Annotation<unknown>): void {
  const changes = changesTo(view.state.doc, text);
  if (changes.length === 0) return;
  view.dispatch({ changes, ...(annotation === undefined ? {} : { annotations: annotation }) });
}

/** Applies typed changes to a text that others have changed while the view couldn't show it. */
export function typedInto(text: string, { startState, changes }: ViewUpdate): string {
  const theirs = ChangeSet.of(changesTo(startState.doc, text), startState.doc.length);
  return changes.map(theirs).apply(theirs.apply(startState.doc)).toString();
}

const changesTo = (doc: Text, text: string) =>
  textChanges(doc.toString(), text).map(({ at, removed, inserted }) => ({
    from: at,
    to: at + removed,
    insert: inserted,
  }));
