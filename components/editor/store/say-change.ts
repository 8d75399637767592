import { toast } from 'sonner';
import type { EditorStore } from './editor-store';
import { undo } from './history-actions';

let shown: string | number | undefined;

/** Says what was just done to blocks, with the way back for as long as it is the last step. */
export function sayChange(store: EditorStore, words: string): void {
  const step = store.getState().history.past.at(-1);
  // A new one, not the old one's id: that may just be on its way out.
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
