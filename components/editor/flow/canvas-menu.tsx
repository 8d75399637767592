'use client';

import { useReactFlow } from '@xyflow/react';
import { Import, LayoutDashboard, Plus } from 'lucide-react';
import { type MouseEvent, type ReactElement, useState } from 'react';
import { ContextMenu, ContextMenuContent, ContextMenuItem, ContextMenuTrigger } from '../../ui/context-menu';
import { insertPoint } from '../document/insert-block';
import { BlockItems, POINTER_KIT } from '../panel/block-menu';
import { tidyUp } from '../store/block-actions';
import { useEditor, useEditorStore } from '../store/editor-context';

interface Spot {
  blockId: string | undefined;
  x: number;
  y: number;
}

/** Under the right mouse button (or the menu key): what can be done with the block there, else with the canvas. */
export function CanvasMenu({ children }: { children: ReactElement }) {
  const readOnly = useEditor((state) => state.readOnly);
  const [spot, setSpot] = useState<Spot>({ blockId: undefined, x: 0, y: 0 });
  const block = useEditor((state) =>
    spot.blockId === undefined ? undefined : state.document.blocks[spot.blockId],
  );
  if (readOnly) return children;
  const note = ({ target, clientX, clientY }: MouseEvent) => {
    const node = target instanceof Element ? target.closest<HTMLElement>('.react-flow__node') : null;
    setSpot({ blockId: node?.dataset.id, x: clientX, y: clientY });
  };
  return (
    <ContextMenu>
      <ContextMenuTrigger asChild onContextMenuCapture={note} onPointerDownCapture={note}>
        {children}
      </ContextMenuTrigger>
      <ContextMenuContent>
        {block === undefined ? <CanvasItems spot={spot} /> : <BlockItems block={block} kit={POINTER_KIT} />}
      </ContextMenuContent>
    </ContextMenu>
  );
}

function CanvasItems({ spot }: { spot: Spot }) {
  const store = useEditorStore();
  const { screenToFlowPosition } = useReactFlow();
  const place = () => ({ kind: 'point' as const, point: insertPoint(screenToFlowPosition(spot)) });
  return (
    <>
      <ContextMenuItem onSelect={() => store.setState({ palette: place() })}>
        <Plus aria-hidden />
        Add a block here
      </ContextMenuItem>
      <ContextMenuItem onSelect={() => store.setState({ importTarget: { place: place() } })}>
        <Import aria-hidden />
        Import here
      </ContextMenuItem>
      <ContextMenuItem shortcut="shift+l" onSelect={() => tidyUp(store)}>
        <LayoutDashboard aria-hidden />
        Tidy up the layout
      </ContextMenuItem>
    </>
  );
}
