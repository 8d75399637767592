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
import { useConnecting } from './use-connecting';
import { useDragging } from './use-dragging';
import {
  bringIntoSight,
  FIRST_VIEW,
  type Flow,
  LEAST_ZOOM,
  showBeginning,
  viewOfBeginning,
} from './view-moves';

const nodeTypes = { block: BlockNode, container: ContainerNode };
const edgeTypes = { block: BlockEdge };

const MINIMAP_FROM_BLOCKS = 12;
/** From here on only blocks in sight are drawn: each costs at every change of the document. */
const DRAWN_IN_PART_FROM_BLOCKS = 40;

export function Canvas() {
  const store = useEditorStore();
  const flow = useReactFlow<BlockNodeType, BlockEdgeType>();
  const nodes = useEditor((state) => state.nodes);
  const edges = useEditor((state) => state.edges);
  const readOnly = useEditor((state) => state.readOnly);
  const [beginning] = useState(() => viewOfBeginning(nodes, store.getState().document));
  const [isPlaced, setPlaced] = useState(beginning !== undefined);
  const place = () => {
    showBeginning(flow, store.getState().document);
    setPlaced(true);
  };
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
        <ReactFlow
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          {...handlers}
          {...connecting}
          onNodeDrag={dragging.onNodeDrag}
          onNodeDragStop={dragging.onNodeDragStop}
          onSelectionDragStop={dragging.onSelectionDragStop}
          nodesDraggable={!readOnly}
          nodesConnectable={!readOnly}
          {...(beginning === undefined ? { fitView: true } : { defaultViewport: beginning })}
          onlyRenderVisibleElements={nodes.length >= DRAWN_IN_PART_FROM_BLOCKS}
          onInit={() => requestAnimationFrame(place)}
          fitViewOptions={FIRST_VIEW}
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
          {nodes.length >= MINIMAP_FROM_BLOCKS ? (
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
        </ReactFlow>
        {nodes.length === 0 ? <EmptyCanvas /> : null}
        <CanvasTools />
      </section>
    </CanvasMenu>
  );
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
