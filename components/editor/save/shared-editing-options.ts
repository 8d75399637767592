import type { Workflow, WorkflowSummary } from '@/lib/core/workflow/schema';
import type { Client } from '@/lib/platform/http/client';
import type { EditorStore } from '../store/editor-store';
import type { LeftEdits } from './local-edits';

export interface SharedEditingOptions {
  store: EditorStore;
  client: Client;
  storage: Storage;
  tabId: string;
  /** The server's workflow when the editor was opened. */
  workflow: Workflow;
  /** Edits of tabs that were closed before the server got them. */
  left: readonly LeftEdits[];
  /** Called with the server's workflow, whenever it changed. */
  onSaved: (workflow: WorkflowSummary) => void;
  /** Called after edits of an earlier visit were restored. */
  onRestored: () => void;
  /** Called if some fit nowhere, because the server began the document anew and their page ended in a crash. */
  onLost: () => void;
}
