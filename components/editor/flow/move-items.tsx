'use client';

import { LogIn, LogOut, Minimize2 } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { toast } from 'sonner';
import { containerAround, containersFor } from '../document/move-into';
import { type MoveAnswer, moveBlocksInto, resizeFrame } from '../store/container-actions';
import { useEditor, useEditorStore } from '../store/editor-context';
import type { EditorStore } from '../store/editor-store';
import { sayChange } from '../store/say-change';
import { selectOnly } from '../store/selection-actions';
import { focusBlock } from './focus-block';

interface MoveItemsProps {
  ids: readonly string[];
  Item: ComponentType<{ onSelect?: () => void; children?: ReactNode }>;
}

/** Reports the result of a move, with a way to undo it. */
export function sayMove(store: EditorStore, answer: MoveAnswer): void {
  if ('refusal' in answer) toast.warning(answer.refusal);
  else if (answer.done !== null) sayChange(store, answer.done);
}

/** Items in a block's menu that move it into each container that can take it, or out of its own. */
export function MoveItems({ ids, Item }: MoveItemsProps) {
  const store = useEditorStore();
  const document = useEditor((state) => state.document);
  const set = new Set(ids);
  const targets = containersFor(document, set);
  const around = containerAround(document, set);
  const [only] = ids;
  const sized = ids.length === 1 && only !== undefined && document.blocks[only]?.size !== undefined;
  if (targets.length === 0 && around === null && !sized) return null;
  const move = (containerId: string | undefined) => () => {
    const answer = moveBlocksInto(store, set, containerId);
    sayMove(store, answer);
    selectOnly(store, ids);
    if (only !== undefined) focusBlock(only);
  };
  return (
    <>
      {targets.map(({ id, name }) => (
        <Item key={id} onSelect={move(id)}>
          <LogIn aria-hidden />
          Move into “{name}”
        </Item>
      ))}
      {around === null ? null : (
        <Item onSelect={move(around.to)}>
          <LogOut aria-hidden />
          Take out of “{around.from.name}”
        </Item>
      )}
      {sized ? (
        <Item onSelect={() => resizeFrame(store, only, undefined)}>
          <Minimize2 aria-hidden />
          Fit the frame to its blocks
        </Item>
      ) : null}
    </>
  );
}
