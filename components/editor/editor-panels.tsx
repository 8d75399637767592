'use client';

import { VariableDialog } from '../settings/variable-dialog';
import { WebhookPanel } from '../webhooks/webhook-panel';
import { ImportDialog } from './import/import-dialog';
import { MoveSecretsDialog } from './import/move-secrets-dialog';
import { BlockPalette } from './palette/block-palette';
import { FindDialog } from './palette/find-dialog';
import { BlockPanel } from './panel/block-panel';
import { RunDialog } from './run/run-dialog';
import { RunDrawer } from './run/run-drawer';
import { ConflictDialog } from './save/conflict-dialog';
import type { SaveController } from './save/save-controller';
import { SendDock } from './send/send-dock';
import { useEditor, useEditorStore } from './store/editor-context';
import { PublishDialog } from './versions/publish-dialog';
import { VersionsPanel } from './versions/versions-panel';

/** At the foot of the canvas. */
export function FootPanels() {
  return (
    <>
      <RunDrawer />
      <SendDock />
    </>
  );
}

/** At its right. */
export const SidePanel = BlockPanel;

export interface EditorDialogsProps {
  saving: SaveController | null;
  asksInput: boolean;
  /** The question for the run's input is over. */
  onAsked: () => void;
  onRun: (input: Record<string, unknown>) => void;
}

/** Over it. */
export function EditorDialogs({ saving, asksInput, onAsked, onRun }: EditorDialogsProps) {
  const flush = async () => (await saving?.flush()) ?? false;
  const savedVersion = async () => (saving !== null && (await saving.flush()) ? saving.version : null);
  return (
    <>
      <BlockPalette />
      <FindDialog />
      <ImportDialog />
      <MoveSecretsDialog />
      <NewVariable />
      <Webhooks />
      <VersionsPanel flush={flush} />
      <PublishDialog savedVersion={savedVersion} />
      {asksInput ? <RunDialog onClose={onAsked} onRun={onRun} /> : null}
      {saving === null ? null : <ConflictDialog controller={saving} />}
    </>
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
