'use client';

import { useQuery } from '@tanstack/react-query';
import { ReactFlowProvider, useReactFlow } from '@xyflow/react';
import { useMemo, useState } from 'react';
import { toast } from 'sonner';
import { client } from '@/lib/http/client';
import type { Workflow } from '@/lib/workflows/schema';
import { VariableDialog } from '../settings/variable-dialog';
import { LoadFailure } from '../shell/load-failure';
import { useWorkspace } from '../shell/workspace-context';
import { WebhookPanel } from '../webhooks/webhook-panel';
import { ControlBar } from './bar/control-bar';
import { EditorSkeleton } from './editor-skeleton';
import { Canvas } from './flow/canvas';
import type { BlockEdge, BlockNode } from './flow/flow-elements';
import { centreOfView, type Flow } from './flow/view-moves';
import { ImportDialog } from './import/import-dialog';
import { MoveSecretsDialog } from './import/move-secrets-dialog';
import { useCanvasKeys } from './keys/use-canvas-keys';
import { useClipboard } from './keys/use-clipboard';
import { useEditorCommands } from './keys/use-editor-commands';
import { BlockPalette } from './palette/block-palette';
import { BlockPanel } from './panel/block-panel';
import { useKnownVariables } from './references/use-scope';
import { createRunController } from './run/run-controller';
import { RunDialog } from './run/run-dialog';
import { RunDrawer } from './run/run-drawer';
import { inputsOfRun, needsInput } from './run/run-input';
import { useLastRun } from './run/use-last-run';
import { ConflictDialog } from './save/conflict-dialog';
import type { SaveController } from './save/save-controller';
import { useSaving } from './save/use-saving';
import { SendDock } from './send/send-dock';
import { placeForNewBlock } from './store/block-actions';
import { EditorProvider, useEditor, useEditorStore } from './store/editor-context';
import { openEditorStore } from './store/kept-stores';
import { workflowQuery } from './workflow-query';

/** The editor of one workflow. */
export function WorkflowEditor({ workflowId }: { workflowId: string }) {
  const workflow = useQuery(workflowQuery(workflowId));
  if (workflow.isError)
    return <LoadFailure error={workflow.error} onRetry={() => workflow.refetch()} className="m-8" />;
  if (workflow.data === undefined) return <EditorSkeleton />;
  return <LoadedEditor key={workflowId} workflow={workflow.data} />;
}

function LoadedEditor({ workflow }: { workflow: Workflow }) {
  const { canWrite } = useWorkspace();
  const [store] = useState(() => openEditorStore(workflow, !canWrite));
  // The store's own object where it is the same document: what is saved is told from what is edited by it.
  const [loaded] = useState(() => ({ ...workflow, document: store.getState().document }));
  const saving = useSaving(store, loaded);
  return (
    <EditorProvider store={store}>
      <ReactFlowProvider>
        <EditorFrame saving={saving} />
      </ReactFlowProvider>
    </EditorProvider>
  );
}

function Webhooks() {
  const workflowId = useEditor((state) => state.workflowId);
  const name = useEditor((state) => state.name);
  return <WebhookPanel workflowId={workflowId} workflowName={name} />;
}

/** For a `{{NAME}}` that was typed before there is such a variable. */
function NewVariable() {
  const store = useEditorStore();
  const name = useEditor((state) => state.variableToCreate);
  if (name === null) return null;
  return (
    <VariableDialog
      variable={null}
      wantedName={name}
      onClose={() => store.setState({ variableToCreate: null })}
    />
  );
}

function EditorFrame({ saving }: { saving: SaveController | null }) {
  const store = useEditorStore();
  const flow: Flow = useReactFlow<BlockNode, BlockEdge>();
  const [asksInput, setAsksInput] = useState(false);
  const acts = useMemo(() => {
    const runs = createRunController({ store, client, flush: async () => (await saving?.flush()) ?? false });
    return {
      start: runs.start,
      onAdd: () => store.setState({ palette: placeForNewBlock(store, centreOfView(flow)) }),
      onImport: () =>
        store.setState({ importTarget: { place: placeForNewBlock(store, centreOfView(flow)) } }),
      onRunWith: () => setAsksInput(true),
      onRun: () => {
        if (needsInput(inputsOfRun(store.getState().document))) setAsksInput(true);
        else void runs.start({});
      },
      onStop: () =>
        void runs.stop().catch((error: Error) => toast.error(`It could not be stopped: ${error.message}`)),
      onSave: () => void saving?.flush(),
    };
  }, [store, flow, saving]);
  useEditorCommands(acts);
  useKnownVariables();
  useLastRun();
  useCanvasKeys();
  useClipboard();
  return (
    <div className="flex h-full min-h-0 flex-col">
      <ControlBar {...acts} />
      <div className="flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col">
          <div className="min-h-0 flex-1">
            <Canvas />
          </div>
          <RunDrawer />
          <SendDock />
        </div>
        <BlockPanel />
      </div>
      <BlockPalette />
      <ImportDialog />
      <MoveSecretsDialog />
      <NewVariable />
      <Webhooks />
      {asksInput ? (
        <RunDialog onClose={() => setAsksInput(false)} onRun={(input) => void acts.start(input)} />
      ) : null}
      {saving === null ? null : <ConflictDialog controller={saving} />}
    </div>
  );
}
