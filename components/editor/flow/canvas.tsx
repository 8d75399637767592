'use client';

import '@xyflow/react/dist/base.css';
import './canvas.css';
import {
  applyEdgeChanges,
  applyNodeChanges,
  Background,
  BackgroundVariant,
  MiniMap,
  type NodeChange,
  ReactFlow,
  SelectionMode,
  useReactFlow,
  useStore,
  useStoreApi,
} from '@xyflow/react';
import { type MouseEvent, useEffect, useMemo, useState } from 'react';
import { GRID_PX } from '../document/block-size';
import {
  type BlockEdge as BlockEdgeType,
  type BlockNode as BlockNodeType,
  withFrameHandles,
} from '../document/flow-elements';
import { insertPoint, placeAtPoint } from '../document/insert-block';
import { useEditor, useEditorStore } from '../store/editor-context';
import { failedBlock, isActive } from '../store/run-state';
import { openBlock, selectOnly } from '../store/selection-actions';
import { BlockEdge } from './block-edge';
import { BlockNode } from './block-node';
import { CanvasMenu } from './canvas-menu';
import { CanvasTools } from './canvas-tools';
import { ContainerNode } from './container-node';
import { EmptyCanvas } from './empty-canvas';
import { FarEdges, FarView } from './far-view';
import {
  DRAWN_IN_PART_FROM_BLOCKS,
  type FirstSight,
  firstViewOf,
  LEAST_READABLE_ZOOM,
  LEAST_ZOOM,
  styleOfFirstView,
  viewportFor,
} from './first-view';
import { useConnecting } from './use-connecting';
import { useDragging } from './use-dragging';
import { bringIntoSight, type Flow } from './view-moves';

const nodeTypes = { block: BlockNode, container: ContainerNode };
const edgeTypes = { block: BlockEdge };

const MINIMAP_FROM_BLOCKS = 12;
const NO_EDGES: BlockEdgeType[] = [];

/** `first`: what it draws until it knows its size. */
export function Canvas({ first }: { first: FirstSight }) {
  const store = useEditorStore();
  const flow = useReactFlow<BlockNodeType, BlockEdgeType>();
  const nodes = useEditor((state) => state.nodes);
  const edges = useEditor((state) => state.edges);
  const readOnly = useEditor((state) => state.readOnly);
  const [isPlaced, setPlaced] = useState(false);
  const isFar = useStore(({ transform }) => transform[2] < LEAST_READABLE_ZOOM);
  const isLarge = isPlaced && nodes.length >= DRAWN_IN_PART_FROM_BLOCKS;
  const connecting = useConnecting();
  const dragging = useDragging();
  useShownBlock(flow);
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
        // One of many selected blocks, clicked, stands alone from then on: keys must mean what the panel
        // shows.
        if (!adds) selectOnly(store, [node.id]);
        openBlock(store, adds ? null : node.id);
      },
      onPaneClick: () => openBlock(store, null),
    }),
    [store],
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
        aria-label="Canvas"
        tabIndex={-1}
        data-placed={isPlaced}
        className="workflow-canvas relative h-full min-w-0 outline-none"
        onDoubleClick={onDoubleClick}
        onDrop={dragging.onDrop}
        onDragOver={dragging.onDragOver}
        onDragLeave={dragging.onDragLeave}
      >
        {isPlaced || first.view === null ? null : <style>{styleOfFirstView(first.view)}</style>}
        <FarView value={isFar}>
          <ReactFlow
            nodes={isPlaced ? nodes : first.nodes}
            edges={isLarge && isFar ? NO_EDGES : isPlaced ? edges : first.edges}
            nodeTypes={nodeTypes}
            edgeTypes={edgeTypes}
            {...handlers}
            {...connecting}
            onNodeDrag={dragging.onNodeDrag}
            onNodeDragStop={dragging.onNodeDragStop}
            onSelectionDragStop={dragging.onSelectionDragStop}
            nodesDraggable={!readOnly}
            nodesConnectable={!readOnly}
            onlyRenderVisibleElements={isLarge}
            minZoom={LEAST_ZOOM}
            maxZoom={2}
            snapToGrid
            snapGrid={[GRID_PX / 2, GRID_PX / 2]}
            panOnScroll
            selectionMode={SelectionMode.Partial}
            multiSelectionKeyCode={['Meta', 'Control', 'Shift']}
            deleteKeyCode={null}
            disableKeyboardA11y
            zoomOnDoubleClick={false}
            connectionRadius={28}
            nodeDragThreshold={2}
          >
            <Background variant={BackgroundVariant.Dots} gap={GRID_PX * 1.5} size={1} />
            {isPlaced && nodes.length >= MINIMAP_FROM_BLOCKS && !(isLarge && isFar) ? (
              <MiniMap
                pannable
                zoomable
                ariaLabel="Map of the workflow"
                className="flow-map max-md:hidden!"
                bgColor="var(--surface)"
                maskColor="var(--hover)"
                nodeColor="var(--line-strong)"
              />
            ) : null}
            {isLarge && isFar ? <FarEdges edges={edges} /> : null}
            <PlaceView onPlaced={() => setPlaced(true)} />
          </ReactFlow>
        </FarView>
        {nodes.length === 0 ? <EmptyCanvas /> : null}
        <CanvasTools />
      </section>
    </CanvasMenu>
  );
}

/** Gives the canvas its first view as soon as it knows its size. */
function PlaceView({ onPlaced }: { onPlaced: () => void }) {
  const store = useEditorStore();
  const flowStore = useStoreApi();
  const flow = useReactFlow();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; it is the first view
  useEffect(() => {
    const { nodes, document } = store.getState();
    const view = firstViewOf(nodes, document);
    if (view !== null) void flow.setViewport(viewportFor(view, flowStore.getState()));
    onPlaced();
  }, []);
  return null;
}

/**
 * Keeps the open block, else the one that failed, in sight when the panel or the run's result takes its
 * place.
 */
function useShownBlock(flow: Flow) {
  const blockId = useEditor((state) => state.openBlockId ?? failedBlock(state.run));
  const layout = useEditor((state) => (state.runPanelOpen && !isActive(state.run) ? 'result' : 'canvas'));
  useEffect(() => {
    if (blockId === null || layout === undefined) return;
    // After the canvas has its new size.
    const frame = requestAnimationFrame(() => bringIntoSight(flow, blockId));
    return () => cancelAnimationFrame(frame);
  }, [flow, blockId, layout]);
}
