'use client';

import { useReactFlow } from '@xyflow/react';
import { Import, LayoutDashboard, Plus } from 'lucide-react';
import { type MouseEvent, type ReactElement, useState } from 'react';
import { ContextMenu, ContextMenuContent, ContextMenuItem, ContextMenuTrigger } from '../../ui/context-menu';
import { selectedIds } from '../document/flow-elements';
import { insertPoint, placeAtPoint } from '../document/insert-block';
import { tidyUp } from '../store/block-actions';
import { useEditor, useEditorStore } from '../store/editor-context';
import { BlockItems, POINTER_KIT } from './block-menu';

interface Spot {
  blockId: string | undefined;
  x: number;
  y: number;
}

/**
 * Under the right mouse button (or the menu key): what can be done with the block there, else with the
 * canvas.
 */
export function CanvasMenu({ children }: { children: ReactElement }) {
  const store = useEditorStore();
  const readOnly = useEditor((state) => state.readOnly);
  const [spot, setSpot] = useState<Spot>({ blockId: undefined, x: 0, y: 0 });
  const block = useEditor((state) =>
    spot.blockId === undefined ? undefined : state.document.blocks[spot.blockId],
  );
  if (readOnly) return children;
  const note = ({ target, clientX, clientY }: MouseEvent) => {
    const element = target instanceof Element ? target : null;
    const node = element?.closest<HTMLElement>('.react-flow__node');
    // The frame of a selection lies over its blocks: a press on it means all of them.
    const isFrame = element !== null && element.closest('.react-flow__nodesselection') !== null;
    const [framed] = isFrame ? selectedIds(store.getState().nodes) : [];
    setSpot({ blockId: node?.dataset.id ?? framed, x: clientX, y: clientY });
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
  const place = () => {
    const { document, collapsed } = store.getState();
    return placeAtPoint(document, insertPoint(screenToFlowPosition(spot)), collapsed);
  };
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
