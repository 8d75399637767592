'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ReactFlowProvider, useReactFlow } from '@xyflow/react';
import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { toast } from 'sonner';
import type { Workflow } from '@/lib/core/workflow/schema';
import { ApiError, client } from '@/lib/platform/http/client';
import { LoadFailure } from '../page/load-failure';
import { type Seed, useSeedOnce } from '../page/seed';
import { useWorkspace } from '../page/workspace-context';
import { localStore } from '../ui/browser-storage';
import { cn } from '../ui/class-names';
import { LatePart, lateModule } from '../ui/late-part';
import { useAfterPaint } from '../ui/use-after-paint';
import { usePageTitle } from '../ui/use-page-title';
import { ControlBar } from './bar/control-bar';
import { useStoredComments } from './comments/use-stored-comments';
import type { BlockEdge, BlockNode } from './document/flow-elements';
import { EditorSkeleton } from './editor-skeleton';
import { inputsOfRun } from './fields/inputs-of-run';
import { Canvas } from './flow/canvas';
import { type InitialView, initialView } from './flow/initial-view';
import { centreOfView, type Flow } from './flow/view-moves';
import { useCanvasKeys } from './keys/use-canvas-keys';
import { useClipboard } from './keys/use-clipboard';
import { useDroppedFiles } from './keys/use-dropped-files';
import { useEditorCommands } from './keys/use-editor-commands';
import { LivePlaces } from './live/live-places';
import { useSharePresence } from './live/use-share-presence';
import { usePinCommands, useStoredPins } from './pins/use-pins';
import { RunPartContext } from './pins/use-run-part';
import { useKnownNames } from './references/use-scope';
import { outputsBefore } from './run/outputs-before';
import { createRunController, type ReceivedRequest } from './run/run-controller';
import { lastInput } from './run/run-input';
import { SendAgainContext } from './run/send-again';
import { useLastRun } from './run/use-last-run';
import { type Saving, useSaving } from './save/use-saving';
import { workflowQuery } from './save/workflow-query';
import { placeForNewBlock } from './store/block-actions';
import { isCanvasLocked } from './store/canvas-lock';
import { EditorProvider, useEditor, useEditorStore } from './store/editor-context';
import { checkDocument, createEditorStore, showSavedCollapsed } from './store/editor-store';
import { endFresh } from './store/leave-field';
import type { RunPart } from './store/run-part';
import { openEditorStore } from './store/saved-stores';
import { WorkflowNotFound } from './workflow-not-found';

/** The panels over and beside the canvas, loaded after the blocks are painted. */
const panels = lateModule(() => import('./editor-panels'));

export interface WorkflowEditorProps {
  workflowId: string;
  /** The workflow from the server-rendered page; undefined if the browser has to fetch it. */
  seed: Seed;
}

/** The editor of one workflow. */
export function WorkflowEditor({ workflowId, seed }: WorkflowEditorProps) {
  const came = useSeedOnce<{ data: Workflow }>(seed);
  if (came === undefined) return <FetchedEditor workflowId={workflowId} />;
  return <LoadedEditor workflow={came.data} />;
}

function FetchedEditor({ workflowId }: { workflowId: string }) {
  const workflow = useQuery(workflowQuery(workflowId));
  if (workflow.error instanceof ApiError && workflow.error.status === 404) return <WorkflowNotFound />;
  if (workflow.isError)
    return <LoadFailure error={workflow.error} onRetry={() => workflow.refetch()} className="m-8" />;
  if (workflow.data === undefined) return <EditorSkeleton />;
  return <LoadedEditor key={workflowId} workflow={workflow.data} />;
}

function LoadedEditor({ workflow }: { workflow: Workflow }) {
  const { canWrite } = useWorkspace();
  // The server keeps no store: the next rendering may be for another user.
  const [store] = useState(() =>
    typeof window === 'undefined'
      ? createEditorStore({ workflow, readOnly: !canWrite })
      : openEditorStore(workflow, !canWrite),
  );
  // Uses the store's own object if the document is the same, because saving compares objects.
  const [loaded] = useState(() => ({ ...workflow, document: store.getState().document }));
  const [first] = useState(() => initialView(store.getState()));
  useLayoutEffect(() => {
    showSavedCollapsed(store);
    store.setState({ locked: isCanvasLocked() });
  }, [store]);
  const saving = useSaving(store, loaded);
  return (
    <EditorProvider store={store}>
      <ReactFlowProvider initialNodes={first.nodes} initialEdges={first.edges}>
        <EditorFrame saving={saving} first={first} />
      </ReactFlowProvider>
    </EditorProvider>
  );
}

/** Sets the page title to the workflow's name, to distinguish many tabs. */
function useNameAsTitle(): void {
  const name = useEditor((state) => state.name);
  usePageTitle(`${name} · Millrace`);
}

/** The grid: the canvas with the panels over and under it; at its right the full-height panels. */
const ROOMS = cn('grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_auto]', 'grid-rows-[auto_minmax(0,1fr)_auto]');

function EditorFrame({ saving, first }: { saving: Saving | null; first: InitialView }) {
  const store = useEditorStore();
  const flow: Flow = useReactFlow<BlockNode, BlockEdge>();
  const queryClient = useQueryClient();
  const acts = useMemo(() => {
    const flush = async () => (await saving?.flush()) ?? false;
    const runs = createRunController({
      store,
      client,
      flush,
      outputsFor: (part) => outputsBefore(store, queryClient, part),
    });
    const runPart = (part: RunPart) => {
      endFresh(store);
      // Blocks before `from` aren't executed, and so take no input.
      if (part.from !== undefined) return void runs.start({}, part);
      const { document, workflowId } = store.getState();
      const input = lastInput(localStore, workflowId, inputsOfRun(document));
      if (input === null) store.setState({ partToRun: part });
      else void runs.start(input, part, Object.keys(input).length > 0);
    };
    return {
      start: runs.start,
      flush,
      sendAgain: (request: ReceivedRequest) => void runs.sendAgain(request),
      onAdd: () => store.setState({ palette: placeForNewBlock(store, centreOfView(flow)) }),
      onImport: () =>
        store.setState({ importTarget: { place: placeForNewBlock(store, centreOfView(flow)) } }),
      onRunWith: () => store.setState({ partToRun: {} }),
      onRun: () => runPart({}),
      onRunPart: runPart,
      onStop: () =>
        void runs.stop().catch((error: Error) => toast.error(`Couldn’t stop the run: ${error.message}`)),
      onSave: () => void saving?.flush(),
      onDiscard: async () => saving?.discard(),
    };
  }, [store, flow, saving, queryClient]);
  useEditorCommands(acts);
  useKnownNames();
  useLastRun();
  useStoredPins();
  usePinCommands();
  useStoredComments();
  useCanvasKeys();
  useClipboard();
  useDroppedFiles();
  useNameAsTitle();
  useSharePresence();
  const hasPanels = useAfterPaint();
  useEffect(() => {
    if (hasPanels) checkDocument(store);
  }, [hasPanels, store]);
  return (
    <RunPartContext value={acts.onRunPart}>
      <div className="flex h-full min-h-0 flex-col">
        <ControlBar {...acts} />
        {/* Tab goes through a form, then the values, then the response under the canvas. */}
        <div className={ROOMS}>
          <div className="col-start-1 row-start-1 min-w-0">
            {hasPanels ? <LatePart from={panels}>{({ HeadPanel }) => <HeadPanel />}</LatePart> : null}
          </div>
          <div className="relative col-start-1 row-start-2 min-h-0 min-w-0">
            <Canvas first={first} />
            <LivePlaces />
          </div>
          <div className="col-start-2 row-span-3 row-start-1 flex min-h-0">
            {hasPanels ? (
              <SendAgainContext value={acts.sendAgain}>
                <LatePart from={panels} quiet>
                  {({ SidePanel }) => <SidePanel flush={acts.flush} />}
                </LatePart>
              </SendAgainContext>
            ) : null}
          </div>
          <div className="col-start-1 row-start-3 flex min-w-0 flex-col">
            {hasPanels ? (
              <LatePart from={panels} quiet>
                {({ FootPanels }) => <FootPanels />}
              </LatePart>
            ) : null}
          </div>
        </div>
        {hasPanels ? (
          <LatePart from={panels} quiet>
            {({ EditorDialogs }) => (
              <EditorDialogs saving={saving} onRun={(input, part) => void acts.start(input, part)} />
            )}
          </LatePart>
        ) : null}
      </div>
    </RunPartContext>
  );
}
