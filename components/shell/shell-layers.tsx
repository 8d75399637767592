'use client';

import { HoldDialogLayer } from '@/components/holds/hold-dialog';
import { CommandPalette } from '@/components/ui/command-palette';
import { ShortcutSheet } from '@/components/ui/shortcut-sheet';
import { WorkflowDialogs } from '@/components/workflows/workflow-dialogs';
import { TemplateLayer } from '../templates/template-layer';
import { useOfflinePage } from './use-offline-page';

/** Dialogs that open over every page by a key; loaded after the page (`app-shell.tsx`). */
export function ShellLayers() {
  useOfflinePage();
  return (
    <>
      <CommandPalette />
      <ShortcutSheet />
      <WorkflowDialogs />
      <HoldDialogLayer />
      <TemplateLayer />
    </>
  );
}
