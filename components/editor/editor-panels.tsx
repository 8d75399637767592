'use client';

import { useQuery } from '@tanstack/react-query';
import { useReactFlow } from '@xyflow/react';
import { useEffect } from 'react';
import { variablesQuery } from '../settings/settings-queries';
import { LatePart, lateModule } from '../ui/late-part';
import { OpenedWebhookPanel } from '../webhooks/opened-webhook-panel';
import { AssistantPanel } from './assistant/assistant-panel';
import { CommentAnnouncer } from './comments/comment-announcer';
import { CommentsPanel } from './comments/comments-panel';
import { useCommentsAddress } from './comments/use-comments-address';
import { DataPane } from './data/data-pane';
import { FocusedPreview } from './data/focused-preview';
import type { BlockEdge, BlockNode } from './document/flow-elements';
import { replaceVariable } from './document/replace-variable';
import { ExtractDialog } from './extract/extract-dialog';
import { focusBlock, focusCanvas } from './flow/focus-block';
import { type Flow, revealInViewport } from './flow/view-moves';
import { CreateVariablesDialog } from './import/create-variables-dialog';
import { ImportDialog } from './import/import-dialog';
import { MoveSecretsDialog } from './import/move-secrets-dialog';
import { BlockPalette } from './palette/block-palette';
import { ConnectDialog } from './palette/connect-dialog';
import { FindDialog } from './palette/find-dialog';
import { ReplaceDialog } from './palette/replace-dialog';
import { BlockPanel } from './panel/block-panel';
import { NeighbourKeys } from './panel/neighbour-keys';
import { PinDialog } from './pins/pin-dialog';
import { ProposalsPanel } from './proposals/proposals-panel';
import { PastRun } from './run/past-run';
import type { RunInput } from './run/run-controller';
import { RunDialog } from './run/run-dialog';
import { RunDrawer } from './run/run-drawer';
import type { Saving } from './save/use-saving';
import { SendDock } from './send/send-dock';
import { useEditor, useEditorStore } from './store/editor-context';
import { commitDocument } from './store/editor-store';
import type { RunPart } from './store/run-part';
import { sayChange } from './store/say-change';
import { showBlock } from './store/selection-actions';
import { TestsPanel } from './tests/tests-panel';
import { PublishDialog } from './versions/publish-dialog';
import { VersionsPanel } from './versions/versions-panel';

/** Loaded when a form is opened: most visits create no variable. */
const variableDialog = lateModule(() => import('../settings/variable-dialog'));

/** Panels at the foot of the canvas. */
export function FootPanels() {
  return (
    <>
      <RunDrawer />
      <SendDock />
    </>
  );
}

/** The panel over the canvas. */
export const HeadPanel = PastRun;

/** Right of the canvas: the open block's form, left of it the values of earlier blocks, comments and tests. */
export function SidePanel({ flush }: { flush: () => Promise<boolean> }) {
  return (
    <>
      <NeighbourKeys />
      <BlockPanel />
      <DataPane />
      <FocusedPreview />
      <Comments flush={flush} />
      <Tests flush={flush} />
    </>
  );
}

/** On a narrow screen a panel covers everything, and would hide the block that the user went to. */
const isNarrow = () => window.matchMedia('(width < 48rem)').matches;

function Comments({ flush }: { flush: () => Promise<boolean> }) {
  const store = useEditorStore();
  const flow: Flow = useReactFlow<BlockNode, BlockEdge>();
  useCommentsAddress();
  const view = useEditor((state) => state.commentsView);
  const goTo = (blockId: string) => {
    showBlock(store, blockId);
    if (isNarrow()) store.setState({ commentsView: null });
    requestAnimationFrame(() => revealInViewport(flow, blockId));
  };
  const close = () => {
    store.setState({ commentsView: null });
    if (view?.blockId != null) focusBlock(view.blockId);
    else focusCanvas();
  };
  return (
    <>
      <CommentAnnouncer />
      {view === null ? null : (
        <CommentsPanel
          view={view}
          onView={(next) => (next === null ? close() : store.setState({ commentsView: next }))}
          onGoTo={goTo}
          flush={flush}
        />
      )}
    </>
  );
}

function Tests({ flush }: { flush: () => Promise<boolean> }) {
  const store = useEditorStore();
  const flow: Flow = useReactFlow<BlockNode, BlockEdge>();
  const goTo = (blockId: string) => {
    showBlock(store, blockId);
    if (isNarrow()) store.setState({ testsOpen: false });
    requestAnimationFrame(() => revealInViewport(flow, blockId));
  };
  const close = () => {
    store.setState({ testsOpen: false });
    focusCanvas();
  };
  return <TestsPanel flush={flush} onGoTo={goTo} onClose={close} />;
}

export interface EditorDialogsProps {
  saving: Saving | null;
  onRun: (input: RunInput, part: RunPart) => void;
}

/** The dialogs over the editor. */
export function EditorDialogs({ saving, onRun }: EditorDialogsProps) {
  const flush = async () => (await saving?.flush()) ?? false;
  const savedVersion = async () => (saving !== null && (await saving.flush()) ? saving.version : null);
  return (
    <>
      <BlockPalette />
      <FindDialog />
      <ConnectDialog />
      <ReplaceDialog />
      <ExtractDialog />
      <ImportDialog />
      <MoveSecretsDialog />
      <CreateVariablesDialog />
      <PinDialog />
      <AssistantPanel flush={flush} />
      <NewVariable />
      <Webhooks />
      <VersionsPanel flush={flush} />
      <ProposalsPanel flush={flush} />
      <PublishDialog savedVersion={savedVersion} />
      <RunQuestion flush={flush} onRun={onRun} />
    </>
  );
}

interface RunQuestionProps extends Pick<EditorDialogsProps, 'onRun'> {
  flush: () => Promise<boolean>;
}

function RunQuestion({ flush, onRun }: RunQuestionProps) {
  const store = useEditorStore();
  const part = useEditor((state) => state.partToRun);
  if (part === null) return null;
  return (
    <RunDialog
      isPart={Object.keys(part).length > 0}
      flush={flush}
      onClose={() => store.setState({ partToRun: null })}
      onRun={(input) => onRun(input, part)}
    />
  );
}

function Webhooks() {
  const workflowId = useEditor((state) => state.workflowId);
  const name = useEditor((state) => state.name);
  return <OpenedWebhookPanel workflow={{ id: workflowId, name }} />;
}

/** Creates the variable of a `{{NAME}}` in a text, or changes the existing one. */
function NewVariable() {
  const store = useEditorStore();
  const name = useEditor((state) => state.variableToCreate);
  const workspaceId = useEditor((state) => state.workspaceId);
  const isFormOpen = useEditor((state) => state.openBlockId !== null);
  // Keys typed right after “Create variable” belong to the dialog, so its code is loaded early.
  useEffect(() => {
    if (isFormOpen) variableDialog.ask();
  }, [isFormOpen]);
  const { data } = useQuery({ ...variablesQuery(workspaceId), enabled: name !== null });
  if (name === null) return null;
  const close = () => store.setState({ variableToCreate: null });
  return (
    <LatePart from={variableDialog} onClose={close}>
      {({ VariableDialog }) => (
        <VariableDialog
          variable={data?.find((variable) => variable.name === name) ?? null}
          wantedName={name}
          onUse={(other) => {
            const changed = replaceVariable(store.getState().document, name, other);
            commitDocument(store, changed, { label: `Use ${other}` });
            sayChange(store, `Uses {{${other}}} instead of {{${name}}}`);
            close();
          }}
          onClose={close}
        />
      )}
    </LatePart>
  );
}
