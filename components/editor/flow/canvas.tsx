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
import { type DragEvent, type MouseEvent, useEffect, useMemo, useState } from 'react';
import { GRID_PX } from '../document/block-size';
import type { BlockEdge as BlockEdgeType, BlockNode as BlockNodeType } from '../document/flow-elements';
import { insertPoint } from '../document/insert-block';
import { addBlock, moveTo } from '../store/block-actions';
import { useEditor, useEditorStore } from '../store/editor-context';
import { failedBlock, isActive } from '../store/run-state';
import { openBlock, selectOnly } from '../store/selection-actions';
import { BlockEdge } from './block-edge';
import { BlockNode } from './block-node';
import { CanvasMenu } from './canvas-menu';
import { CanvasTools } from './canvas-tools';
import { DRAGGED_BLOCK_TYPE } from './dragged-block';
import { EmptyCanvas } from './empty-canvas';
import { sayRefusal } from './say-refusal';
import { useConnecting } from './use-connecting';
import {
  bringIntoSight,
  FIRST_VIEW,
  type Flow,
  LEAST_ZOOM,
  showBeginning,
  viewOfBeginning,
} from './view-moves';

const nodeTypes = { block: BlockNode };
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
  useShownBlock(flow);
  const handlers = useMemo(
    () => ({
      onNodesChange: (changes: NodeChange<BlockNodeType>[]) =>
        store.setState((state) => ({ nodes: applyNodeChanges(changes, state.nodes) })),
      onEdgesChange: (changes: Parameters<typeof applyEdgeChanges>[0]) =>
        store.setState((state) => ({ edges: applyEdgeChanges(changes, state.edges) as typeof state.edges })),
      onNodeDragStop: (_: unknown, __: unknown, moved: BlockNodeType[]) =>
        moveTo(store, new Map(moved.map((node) => [node.id, node.position]))),
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
    const isPane = event.target instanceof Element && event.target.classList.contains('react-flow__pane');
    if (isPane && !readOnly)
      store.setState({ palette: { kind: 'point', point: insertPoint(pointOf(event)) } });
  };
  const onDrop = (event: DragEvent) => {
    const type = event.dataTransfer.getData(DRAGGED_BLOCK_TYPE);
    if (type === '') return;
    event.preventDefault();
    sayRefusal(addBlock(store, type, { kind: 'point', point: insertPoint(pointOf(event)) }));
  };
  return (
    <CanvasMenu>
      <section
        aria-label="Canvas"
        tabIndex={-1}
        data-placed={isPlaced}
        className="workflow-canvas relative h-full min-w-0 outline-none"
        onDoubleClick={onDoubleClick}
        onDrop={onDrop}
        onDragOver={(event) => {
          if (event.dataTransfer.types.includes(DRAGGED_BLOCK_TYPE)) event.preventDefault();
        }}
      >
        <ReactFlow
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          {...handlers}
          {...connecting}
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
