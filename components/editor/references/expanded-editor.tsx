'use client';

import type { EditorView } from '@codemirror/view';
import type { CSSProperties, ReactNode } from 'react';
import { cn } from '../../ui/class-names';
import { Dialog } from '../../ui/dialog';

export interface ExpandedEditorProps {
  view: EditorView;
  /** Closes a list inside first on Escape, before the window; returns true if there was one. */
  dismissInside: () => boolean;
  frameClassName: string;
  /** The style of the placeholder in the form meanwhile. */
  placeStyle: CSSProperties;
  onClose: () => void;
  children: ReactNode;
}

/** Shows a text in most of the window; its place in the form keeps its size. */
export function ExpandedEditor(props: ExpandedEditorProps) {
  const { view, dismissInside, frameClassName, placeStyle, onClose, children } = props;
  // The search panel handles Escape itself.
  const isInSearch = () => view.dom.querySelector('.cm-search')?.contains(document.activeElement) === true;
  return (
    <>
      <p className={cn(frameClassName, 'px-2.5 py-1.5 font-sans text-faint text-xs')} style={placeStyle}>
        Open in the large editor.
      </p>
      <Dialog
        open
        size="full"
        keepsTyped
        title={nameOf(view)}
        onOpenChange={(isOpen) => {
          if (!isOpen) onClose();
        }}
        initialFocus={() => view.focus()}
        finalFocus={() => view.focus()}
        keepsOpen={(event) => event.type === 'keydown' && (dismissInside() || isInSearch())}
      >
        <div className={cn(frameClassName, 'flex h-full flex-col')}>{children}</div>
      </Dialog>
    </>
  );
}

/** Returns the name that the form gives the text. */
function nameOf({ contentDOM }: EditorView): string {
  const label = document.getElementById(contentDOM.getAttribute('aria-labelledby') ?? '');
  return contentDOM.getAttribute('aria-label') ?? label?.textContent ?? 'Code';
}
