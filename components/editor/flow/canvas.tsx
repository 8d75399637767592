'use client';

import '@xyflow/react/dist/base.css';
import './canvas.css';
import {
  applyEdgeChanges,
  applyNodeChanges,
  type NodeChange,
  ReactFlow,
  SelectionMode,
  useReactFlow,
  useStore,
  useStoreApi,
  type Viewport,
} from '@xyflow/react';
import { type MouseEvent, useEffect, useMemo, useState } from 'react';
import { localStore } from '../../ui/browser-storage';
import { cn } from '../../ui/class-names';
import { GRID_PX } from '../document/block-size';
import {
  type BlockEdge as BlockEdgeType,
  type BlockNode as BlockNodeType,
  withFrameHandles,
} from '../document/flow-elements';
import { insertPoint, placeAtPoint } from '../document/insert-block';
import { useEditor, useEditorStore } from '../store/editor-context';
import { openBlock, selectOnly } from '../store/selection-actions';
import { BlockEdge } from './block-edge';
import { BlockNode } from './block-node';
import { CanvasList } from './canvas-list';
import { CanvasMap } from './canvas-map';
import { CanvasMenu } from './canvas-menu';
import { CanvasTools } from './canvas-tools';
import { ContainerNode } from './container-node';
import { DottedGround } from './dotted-ground';
import { EmptyCanvas } from './empty-canvas';
import { FarNamesLayer } from './far-names-layer';
import { GroupFrames } from './group-frames';
import {
  DRAWN_IN_PART_FROM_BLOCKS,
  firstViewOf,
  type InitialView,
  leastZoomFor,
  styleOfFirstView,
  viewportFor,
} from './initial-view';
import { isSameView, keepView, readView } from './kept-view';
import { MAP_FROM_BLOCKS, useMapShown } from './map-shown';
import { RunAnnouncer } from './run-announcer';
import { ShapeLayer } from './shape-layer';
import { useBlockAddress } from './use-block-address';
import { useConnecting } from './use-connecting';
import { useDragging } from './use-dragging';
import { useSavedViewport } from './use-saved-viewport';
import { useShownBlock } from './use-shown-block';
import { detailAt, LineWidth, ZoomDetail } from './zoom-detail';

const nodeTypes = { block: BlockNode, container: ContainerNode };
const edgeTypes = { block: BlockEdge };

/** The space bar held, or two fingers, move the view as well. */
const MIDDLE_BUTTON = [1];
const NO_EDGES: BlockEdgeType[] = [];
/** Constant objects, because React Flow updates all blocks when it gets another one. */
const SNAP_GRID: [number, number] = [GRID_PX / 2, GRID_PX / 2];
const ADDING_KEYS = ['Meta', 'Control', 'Shift'];

/** `first`: the elements to draw until the canvas knows its size. */
export function Canvas({ first }: { first: InitialView }) {
  const store = useEditorStore();
  const flow = useReactFlow<BlockNodeType, BlockEdgeType>();
  const flowStore = useStoreApi();
  const nodes = useEditor((state) => state.nodes);
  const edges = useEditor((state) => state.edges);
  const readOnly = useEditor((state) => state.readOnly);
  const isFixed = useEditor((state) => state.readOnly || state.locked);
  const selects = useEditor((state) => state.dragSelects);
  const asList = useEditor((state) => state.asList && state.nodes.length > 0);
  const [isPlaced, setPlaced] = useState(false);
  const detail = useStore(({ transform }) => detailAt(transform[2]));
  const isLarge = isPlaced && nodes.length >= DRAWN_IN_PART_FROM_BLOCKS;
  const leastZoom = useLeastZoom();
  const hasMap = useMapShown() && isPlaced && nodes.length >= MAP_FROM_BLOCKS;
  const connecting = useConnecting();
  const dragging = useDragging();
  useShownBlock(flow);
  const followed = useSavedViewport();
  useBlockAddress(isPlaced);
  const handlers = useMemo(
    () => ({
      onNodesChange: (changes: NodeChange<BlockNodeType>[]) =>
        store.setState((state) => ({
          nodes: withFrameHandles(applyNodeChanges(changes, state.nodes), state),
        })),
      onEdgesChange: (changes: Parameters<typeof applyEdgeChanges>[0]) =>
        store.setState((state) => ({ edges: applyEdgeChanges(changes, state.edges) as typeof state.edges })),
      onNodeClick: (event: MouseEvent, node: BlockNodeType) => {
        const adds = event.shiftKey || event.metaKey || event.ctrlKey;
        // Clicking one of many selected blocks selects it alone: keys must apply to the block that the panel
        // shows.
        if (!adds) selectOnly(store, [node.id]);
        openBlock(store, adds ? null : node.id);
      },
      onPaneClick: () => openBlock(store, null),
      onMoveEnd: (_: unknown, view: Viewport) => {
        const state = store.getState();
        const size = flowStore.getState();
        // A canvas covered by a full-screen panel has no size.
        if (size.width === 0 || size.height === 0) return;
        if (followed.current !== null && isSameView(view, followed.current)) return;
        const own = firstViewOf(state);
        const first = own && viewportFor(own, size);
        keepView(localStore, state.workflowId, { view, first, size });
      },
    }),
    [store, flowStore, followed],
  );
  const pointOf = (event: { clientX: number; clientY: number }) =>
    flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
  const onDoubleClick = (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target : null;
    const isFrame =
      target?.closest('button') === null && target.closest('.react-flow__node-container') !== null;
    const isGround = isFrame || target?.classList.contains('react-flow__pane');
    const { document, collapsed } = store.getState();
    if (isGround && !readOnly)
      store.setState({ palette: placeAtPoint(document, insertPoint(pointOf(event)), collapsed) });
  };
  return (
    <CanvasMenu>
      <section
        ref={keepPageZoom}
        aria-label="Canvas"
        tabIndex={-1}
        data-focus-home
        data-placed={isPlaced}
        data-listed={asList}
        className="workflow-canvas relative h-full min-w-0 outline-none"
        onDoubleClick={onDoubleClick}
        onDrop={dragging.onDrop}
        onDragOver={dragging.onDragOver}
        onDragLeave={dragging.onDragLeave}
      >
        {isPlaced || first.view === null ? null : <style>{styleOfFirstView(first.view)}</style>}
        <ZoomDetail hasShapes={isLarge}>
          <ReactFlow
            className={cn(asList && 'invisible')}
            nodes={isPlaced ? nodes : first.nodes}
            edges={isLarge && detail !== 'near' ? NO_EDGES : isPlaced ? edges : first.edges}
            nodeTypes={nodeTypes}
            edgeTypes={edgeTypes}
            {...handlers}
            {...connecting}
            onNodeDrag={dragging.onNodeDrag}
            onNodeDragStop={dragging.onNodeDragStop}
            onSelectionDragStop={dragging.onSelectionDragStop}
            nodesDraggable={!isFixed}
            nodesConnectable={!isFixed}
            edgesReconnectable={!isFixed}
            onlyRenderVisibleElements={isLarge}
            minZoom={leastZoom}
            maxZoom={2}
            snapToGrid
            snapGrid={SNAP_GRID}
            panOnScroll
            panOnDrag={selects ? MIDDLE_BUTTON : true}
            selectionOnDrag={selects}
            selectionMode={SelectionMode.Partial}
            multiSelectionKeyCode={ADDING_KEYS}
            deleteKeyCode={null}
            disableKeyboardA11y
            zoomOnDoubleClick={false}
            connectionRadius={28}
            nodeDragThreshold={2}
          >
            <DottedGround />
            {hasMap ? <CanvasMap /> : null}
            {isLarge && detail !== 'near' ? <ShapeLayer /> : null}
            {!isLarge && isPlaced && detail === 'far' ? <FarNamesLayer /> : null}
            <LineWidth />
            <GroupFrames />
            <PlaceView onPlaced={() => setPlaced(true)} />
          </ReactFlow>
        </ZoomDetail>
        {nodes.length === 0 ? <EmptyCanvas /> : asList ? <CanvasList /> : null}
        <CanvasTools />
        <RunAnnouncer />
      </section>
    </CanvasMenu>
  );
}

/** Pinching over the tools zooms the canvas or nothing, never the page, which no listener of React can prevent. */
function keepPageZoom(section: HTMLElement | null) {
  const keep = (event: WheelEvent) => {
    if (event.ctrlKey) event.preventDefault();
  };
  section?.addEventListener('wheel', keep, { passive: false });
  return () => section?.removeEventListener('wheel', keep);
}

/** Gives the canvas its first view as soon as it knows its size: the one in which it was left, if any. */
function PlaceView({ onPlaced }: { onPlaced: () => void }) {
  const store = useEditorStore();
  const flowStore = useStoreApi();
  const flow = useReactFlow();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; it is the first view
  useEffect(() => {
    const state = store.getState();
    const view = firstViewOf(state);
    const size = flowStore.getState();
    if (view !== null) {
      const kept = readView(localStore, state.workflowId, { bounds: view.bounds, size });
      void flow.setViewport(kept ?? viewportFor(view, size));
    }
    onPlaced();
  }, []);
  return null;
}

/** Returns the zoom that shows the whole workflow. */
function useLeastZoom(): number {
  const document = useEditor((state) => state.document);
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  return useMemo(() => leastZoomFor(document, { width, height }), [document, width, height]);
}
