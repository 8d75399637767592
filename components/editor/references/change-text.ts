import { type Annotation, ChangeSet, type Text } from '@codemirror/state';
import type { EditorView, ViewUpdate } from '@codemirror/view';
import { textChanges } from '@/lib/core/shared-document/text-changes';

/**
 * Only what differs is changed, place by place, so that the caret stays between the letters where it was,
 * also when others typed before and behind it at once.
 */
export function changeText(view: EditorView, text: string, annotation?: Annotation<unknown>): void {
  const changes = changesTo(view.state.doc, text);
  if (changes.length === 0) return;
  view.dispatch({ changes, ...(annotation === undefined ? {} : { annotations: annotation }) });
}

/** What was typed, in a text that others have changed while the view couldn't show it. */
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
