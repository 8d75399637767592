'use client';

import { EditorView } from '@codemirror/view';
import { CodeXml } from 'lucide-react';
import { cn } from '../../ui/class-names';
import { IconButton } from '../../ui/icon-button';
import { askForValue } from './ask-for-value';

export interface UseValueButtonProps {
  view: EditorView | null;
  isLone: boolean;
  /** For a lone reference: lists its possible replacements. */
  onAskWhole: () => void;
  className?: string;
}

/** Lists matching values, as typing `<` does, so the button needs no tab stop. */
export function UseValueButton({ view, isLone, onAskWhole, className }: UseValueButtonProps) {
  const ask = () => {
    if (view === null) return;
    const isFocused = view.hasFocus;
    view.focus();
    view.dispatch(askForValue(view.state, isFocused, isLone));
    if (isLone) onAskWhole();
  };
  return (
    <IconButton
      label="Use a value"
      shortcut="<"
      size="sm"
      tabIndex={-1}
      // The field keeps its focus and its caret.
      onMouseDown={(event) => event.preventDefault()}
      onClick={ask}
      className={cn('[&_svg]:size-3.5!', className)}
    >
      <CodeXml />
    </IconButton>
  );
}

const BUTTON_PX = 28;
/** Keeps the caret at the end of a long line beside the button. */
export const besideButton = EditorView.scrollMargins.of(() => ({ right: BUTTON_PX }));

/** Classes for a button over the end of a text, shown while the pointer or the caret is in it. */
export const overText = cn(
  'absolute top-0.5 right-0.5 bg-surface opacity-0 dark:bg-sunken',
  'group-focus-within/code:opacity-100 group-hover/code:opacity-100',
);
