'use client';

import { useReactFlow } from '@xyflow/react';
import {
  BoxSelect,
  ClipboardPaste,
  Image,
  Import,
  LayoutDashboard,
  Maximize,
  Plus,
  Search,
} from 'lucide-react';
import { type MouseEvent, type ReactElement, useRef, useState } from 'react';
import {
  ContextMenu,
  ContextMenuContent,
  ContextMenuItem,
  ContextMenuSeparator,
  ContextMenuTrigger,
} from '../../ui/context-menu';
import { insertPoint, placeAtPoint } from '../document/insert-block';
import { useEditor, useEditorStore } from '../store/editor-context';
import { tidyUp } from '../store/layout-actions';
import { selectAll, selectOnly } from '../store/selection-actions';
import { BlockItems } from './block-menu';
import { EdgeItems } from './connect-items';
import { GroupItems } from './group-items';
import { POINTER_KIT } from './menu-kit';
import { pasteAt } from './paste-at';
import { savePicture } from './save-picture';
import { showEverything } from './view-moves';

interface Spot {
  blockId: string | undefined;
  edgeId?: string | undefined;
  groupId?: string | undefined;
  x: number;
  y: number;
}

/**
 * The context menu (right mouse button or menu key) with the actions on the block, connection or group
 * there, else on the canvas.
 */
export function CanvasMenu({ children }: { children: ReactElement }) {
  const readOnly = useEditor((state) => state.readOnly);
  const [spot, setSpot] = useState<Spot>({ blockId: undefined, x: 0, y: 0 });
  const block = useEditor((state) =>
    spot.blockId === undefined ? undefined : state.document.blocks[spot.blockId],
  );
  const pointer = useRef('');
  const isHeld = useRef(false);
  const note = ({ target, clientX, clientY }: MouseEvent) => {
    const element = target instanceof Element ? target : null;
    const node = element?.closest<HTMLElement>('.react-flow__node');
    const row = element?.closest<HTMLElement>('[data-list-row]');
    const edge = element?.closest<SVGElement>('.react-flow__edge');
    const listed = element?.closest<HTMLElement>('[data-edge-id]')?.dataset.edgeId;
    const blockId = listed === undefined ? (row?.dataset.listRow ?? node?.dataset.id) : undefined;
    const group = element?.closest<HTMLElement>('[data-group-id]');
    const under = { edgeId: listed ?? edge?.dataset.id, groupId: group?.dataset.groupId };
    setSpot({ blockId, ...under, x: clientX, y: clientY });
  };
  return (
    <ContextMenu
      onOpenChange={(isOpen) => {
        if (isOpen) isHeld.current = pointer.current === 'touch';
      }}
    >
      <ContextMenuTrigger
        asChild
        onContextMenuCapture={note}
        onPointerDownCapture={(event) => {
          pointer.current = event.pointerType;
          isHeld.current = false;
          note(event);
        }}
        onClickCapture={(event) => {
          // Lifting the finger that opened the menu must not click the element below it.
          if (isHeld.current) event.stopPropagation();
          isHeld.current = false;
        }}
      >
        {children}
      </ContextMenuTrigger>
      <ContextMenuContent>
        {block !== undefined ? (
          <BlockItems block={block} kit={POINTER_KIT} />
        ) : readOnly ? (
          <ViewItems />
        ) : spot.edgeId !== undefined ? (
          <EdgeItems edgeId={spot.edgeId} {...POINTER_KIT} />
        ) : spot.groupId !== undefined ? (
          <GroupItems groupId={spot.groupId} kit={POINTER_KIT} />
        ) : (
          <CanvasItems spot={spot} />
        )}
      </ContextMenuContent>
    </ContextMenu>
  );
}

function CanvasItems({ spot }: { spot: Spot }) {
  const store = useEditorStore();
  const flow = useReactFlow();
  const place = () => {
    const { document, collapsed } = store.getState();
    return placeAtPoint(document, insertPoint(flow.screenToFlowPosition(spot)), collapsed);
  };
  return (
    <>
      <ContextMenuItem shortcut="/" onSelect={() => store.setState({ palette: place() })}>
        <Plus aria-hidden />
        Add a block here
      </ContextMenuItem>
      <ContextMenuItem shortcut="mod+v" onSelect={() => void pasteAt(store, flow.screenToFlowPosition(spot))}>
        <ClipboardPaste aria-hidden />
        Paste here
      </ContextMenuItem>
      <ContextMenuItem onSelect={() => store.setState({ importTarget: { place: place() } })}>
        <Import aria-hidden />
        Import here
      </ContextMenuItem>
      <ContextMenuSeparator />
      <ContextMenuItem shortcut="mod+a" onSelect={() => selectAll(store)}>
        <BoxSelect aria-hidden />
        Select all
      </ContextMenuItem>
      <ContextMenuItem
        shortcut="shift+l"
        onSelect={() => {
          // Chosen here, the action applies to all blocks.
          selectOnly(store, []);
          tidyUp(store);
        }}
      >
        <LayoutDashboard aria-hidden />
        Tidy up the layout
      </ContextMenuItem>
      <ViewItems />
    </>
  );
}

/** Items that change nothing in the workflow. */
function ViewItems() {
  const store = useEditorStore();
  const flow = useReactFlow();
  return (
    <>
      <ContextMenuItem shortcut="mod+f" onSelect={() => store.setState({ finding: '' })}>
        <Search aria-hidden />
        Find in the workflow…
      </ContextMenuItem>
      <ContextMenuItem shortcut="1" onSelect={() => showEverything(flow, store.getState())}>
        <Maximize aria-hidden />
        Zoom to fit
      </ContextMenuItem>
      <ContextMenuItem onSelect={() => void savePicture(store, 'svg')}>
        <Image aria-hidden />
        Download as SVG
      </ContextMenuItem>
      <ContextMenuItem onSelect={() => void savePicture(store, 'png')}>
        <Image aria-hidden />
        Download as PNG
      </ContextMenuItem>
    </>
  );
}
