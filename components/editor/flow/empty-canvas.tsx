'use client';

import { LayoutTemplate, Plus, Workflow } from 'lucide-react';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { Keys } from '../../ui/kbd';
import { useWorkflowDialogs } from '../../workflows/workflow-dialogs';
import { allDefinitions } from '../document/definition-of';
import { addBlock } from '../store/block-actions';
import { useEditor, useEditorStore } from '../store/editor-context';
import { commitDocument } from '../store/editor-store';
import { focusPanel } from './focus-block';
import { sayRefusal } from './say-refusal';

/** Explains on a canvas without blocks how to begin. */
export function EmptyCanvas() {
  const store = useEditorStore();
  const readOnly = useEditor((state) => state.readOnly);
  const first = allDefinitions().find((definition) => !definition.hasInput);
  const { ask } = useWorkflowDialogs();
  const fillCanvas = ({ blocks, edges }: WorkflowDocument) =>
    commitDocument(store, { ...store.getState().document, blocks, edges }, { label: 'Template' });
  const place = { kind: 'point', point: { x: 0, y: 0 } } as const;
  return (
    <div className="pointer-events-none absolute inset-0 flex items-center justify-center">
      {readOnly ? (
        <EmptyState icon={Workflow} title="Nothing here yet">
          This workflow has no blocks. People with the writer role can add some.
        </EmptyState>
      ) : (
        <EmptyState
          icon={Workflow}
          title="Start with a block"
          className="pointer-events-auto"
          actions={
            <>
              {first === undefined ? null : (
                <Button
                  variant="primary"
                  onClick={() => {
                    if (sayRefusal(addBlock(store, first.type, place))) focusPanel();
                  }}
                >
                  <Plus aria-hidden />
                  Add {first.title}
                </Button>
              )}
              <Button onClick={() => store.setState({ palette: place })}>All blocks</Button>
              <Button onClick={() => ask({ kind: 'from-template', folderId: null, into: fillCanvas })}>
                <LayoutTemplate aria-hidden />
                From a template
              </Button>
            </>
          }
        >
          A run starts at the first block and follows the connections. Press <Keys combo="/" /> or
          double-click anywhere to add a block, or paste one you copied.
        </EmptyState>
      )}
    </div>
  );
}
