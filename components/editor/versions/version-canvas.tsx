'use client';

import '@xyflow/react/dist/base.css';
import '../flow/canvas.css';
import { type NodeProps, ReactFlow, ReactFlowProvider, useStore, type Viewport } from '@xyflow/react';
import { createContext, useContext, useMemo } from 'react';
import type { BlockChangeKind } from '@/lib/core/workflow/diff-documents';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { Badge } from '../../ui/badge';
import { cn } from '../../ui/class-names';
import type { BlockEdge as BlockEdgeType, BlockNode as BlockNodeType } from '../document/flow-elements';
import { BlockEdge } from '../flow/block-edge';
import { BlockNode } from '../flow/block-node';
import { ContainerNode } from '../flow/container-node';
import { DottedGround } from '../flow/dotted-ground';
import { FarNamesLayer } from '../flow/far-names-layer';
import { GroupFrames } from '../flow/group-frames';
import { DRAWN_IN_PART_FROM_BLOCKS, LEAST_ZOOM } from '../flow/initial-view';
import { ShapeLayer } from '../flow/shape-layer';
import { detailAt, LineWidth, ZoomDetail } from '../flow/zoom-detail';
import { EditorProvider, useEditor, useEditorStore } from '../store/editor-context';
import { createEditorStore, type EditorStore } from '../store/editor-store';
import { MARKS } from './version-words';

/** Kinds of change by block id. */
export type BlockMarks = ReadonlyMap<string, BlockChangeKind>;

const NO_MARKS: BlockMarks = new Map();
const NO_EDGES: BlockEdgeType[] = [];
const Marks = createContext<BlockMarks>(NO_MARKS);

const nodeTypes = {
  block: (props: NodeProps<BlockNodeType>) => (
    <Marked id={props.id}>
      <BlockNode {...props} />
    </Marked>
  ),
  container: (props: NodeProps<BlockNodeType>) => (
    <Marked id={props.id}>
      <ContainerNode {...props} />
    </Marked>
  ),
};
const edgeTypes = { block: BlockEdge };
const WHOLE = { padding: 0.15, maxZoom: 1 };

function Marked({ id, children }: { id: string; children: React.ReactNode }) {
  const kind = useContext(Marks).get(id);
  if (kind === undefined) return children;
  const { sign, word, tone, ring } = MARKS[kind];
  return (
    <div className={cn('h-full rounded-xl outline-3 outline-offset-3', ring)}>
      <Badge tone={tone} className="-top-6 absolute left-0 text-xs">
        <span aria-hidden>{sign}</span> {word}
      </Badge>
      {children}
    </div>
  );
}

export interface VersionCanvasProps {
  /** Accessible name. */
  label: string;
  document: WorkflowDocument;
  marks?: BlockMarks;
  /** The viewport shared by canvases that move together. */
  viewport?: Viewport | undefined;
  onViewport?: (viewport: Viewport) => void;
  onBlock?: (id: string) => void;
}

/** Shows a document on a read-only canvas. */
export function VersionCanvas({ document, ...props }: VersionCanvasProps) {
  const editor = useEditorStore();
  const store = useMemo(() => {
    const { workflowId: id, workspaceId, name } = editor.getState();
    return createEditorStore({ workflow: { id, workspaceId, name, document }, readOnly: true });
  }, [editor, document]);
  return <StoreCanvas store={store} {...props} />;
}

/** Shows an editor store's document on a read-only canvas. */
export function StoreCanvas({
  store,
  ...props
}: Omit<VersionCanvasProps, 'document'> & { store: EditorStore }) {
  return (
    <EditorProvider store={store}>
      <ReactFlowProvider>
        <Drawn {...props} />
      </ReactFlowProvider>
    </EditorProvider>
  );
}

function Drawn(props: Omit<VersionCanvasProps, 'document'>) {
  const { label, marks = NO_MARKS, viewport, onViewport, onBlock } = props;
  const drawn = useEditor((state) => state.nodes);
  // An element that can't be focused has no role of its own, and so no accessible name.
  const nodes = useMemo(() => drawn.map((node) => ({ ...node, ariaRole: 'group' as const })), [drawn]);
  const edges = useEditor((state) => state.edges);
  const detail = useStore(({ transform }) => detailAt(transform[2]));
  const isLarge = nodes.length >= DRAWN_IN_PART_FROM_BLOCKS;
  const shared = viewport === undefined ? { fitView: true } : { viewport };
  return (
    <Marks value={marks}>
      <section aria-label={label} className="workflow-canvas relative h-full min-h-0 min-w-0">
        <ZoomDetail hasShapes={isLarge}>
          <ReactFlow
            nodes={nodes}
            edges={isLarge && detail !== 'near' ? NO_EDGES : edges}
            nodeTypes={nodeTypes}
            edgeTypes={edgeTypes}
            {...shared}
            fitViewOptions={WHOLE}
            {...(onViewport && { onViewportChange: onViewport })}
            onNodeClick={(_, node) => onBlock?.(node.id)}
            nodesDraggable={false}
            nodesConnectable={false}
            nodesFocusable={false}
            edgesFocusable={false}
            elementsSelectable={onBlock !== undefined}
            onlyRenderVisibleElements={isLarge}
            minZoom={LEAST_ZOOM}
            maxZoom={2}
            panOnScroll
            deleteKeyCode={null}
            disableKeyboardA11y
          >
            <DottedGround />
            {isLarge && detail !== 'near' ? <ShapeLayer /> : null}
            {!isLarge && detail === 'far' ? <FarNamesLayer /> : null}
            <GroupFrames />
            <LineWidth />
          </ReactFlow>
        </ZoomDetail>
      </section>
    </Marks>
  );
}
