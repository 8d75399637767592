'use client';

import '@xyflow/react/dist/base.css';
import '../flow/canvas.css';
import {
  Background,
  BackgroundVariant,
  type NodeProps,
  ReactFlow,
  ReactFlowProvider,
  type Viewport,
} from '@xyflow/react';
import { createContext, useContext, useMemo } from 'react';
import type { BlockChangeKind } from '@/lib/core/workflow/diff-documents';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { Badge } from '../../ui/badge';
import { cn } from '../../ui/class-names';
import { GRID_PX } from '../document/block-size';
import type { BlockNode as BlockNodeType } from '../document/flow-elements';
import { BlockEdge } from '../flow/block-edge';
import { BlockNode } from '../flow/block-node';
import { ContainerNode } from '../flow/container-node';
import { LEAST_ZOOM } from '../flow/first-view';
import { EditorProvider, useEditor, useEditorStore } from '../store/editor-context';
import { createEditorStore, type EditorStore } from '../store/editor-store';
import { MARKS } from './version-words';

/** By block id. */
export type BlockMarks = ReadonlyMap<string, BlockChangeKind>;

const NO_MARKS: BlockMarks = new Map();
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
  /** Shared by canvases that move together. */
  viewport?: Viewport | undefined;
  onViewport?: (viewport: Viewport) => void;
  onBlock?: (id: string) => void;
}

/** A document as the canvas shows it, to look at only. */
export function VersionCanvas({ document, ...props }: VersionCanvasProps) {
  const editor = useEditorStore();
  const store = useMemo(() => {
    const { workflowId: id, workspaceId, name } = editor.getState();
    return createEditorStore({ workflow: { id, workspaceId, name, document }, readOnly: true });
  }, [editor, document]);
  return <StoreCanvas store={store} {...props} />;
}

/** What an editor's store holds, to look at only. */
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
  // What can't be focused has no role of its own, and so no name.
  const nodes = useMemo(() => drawn.map((node) => ({ ...node, ariaRole: 'group' as const })), [drawn]);
  const edges = useEditor((state) => state.edges);
  const shared = viewport === undefined ? { fitView: true } : { viewport };
  return (
    <Marks value={marks}>
      <section aria-label={label} className="workflow-canvas relative h-full min-h-0 min-w-0">
        <ReactFlow
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          {...shared}
          fitViewOptions={{ padding: 0.15, maxZoom: 1 }}
          {...(onViewport && { onViewportChange: onViewport })}
          onNodeClick={(_, node) => onBlock?.(node.id)}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={onBlock !== undefined}
          minZoom={LEAST_ZOOM}
          maxZoom={2}
          panOnScroll
          deleteKeyCode={null}
          disableKeyboardA11y
        >
          <Background variant={BackgroundVariant.Dots} gap={GRID_PX * 1.5} size={1} />
        </ReactFlow>
      </section>
    </Marks>
  );
}
