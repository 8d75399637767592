import { toast } from 'sonner';
import type { EditorStore } from './editor-store';
import { undo } from './history-actions';

let shown: string | number | undefined;

/** Reports a change to blocks, with an undo button while it is the last step. */
export function sayChange(store: EditorStore, words: string): void {
  const step = store.getState().history.past.at(-1);
  // A new toast, not the old one's id, which may be disappearing.
  if (shown !== undefined) toast.dismiss(shown);
  shown = toast.info(words, {
    action: {
      label: 'Undo',
      onClick: () => {
        if (store.getState().history.past.at(-1) === step) undo(store);
        else toast.info('Something else has changed since. Use Undo to go back step by step.');
      },
    },
  });
}
