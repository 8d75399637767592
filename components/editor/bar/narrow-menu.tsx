'use client';

import {
  CirclePause,
  FileDiff,
  FlaskConical,
  History,
  Image,
  MessageSquare,
  Redo2,
  Rocket,
  ScanLine,
  Settings2,
  Undo2,
} from 'lucide-react';
import { useState } from 'react';
import { useHoldDialog } from '../../holds/hold-dialog-state';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../ui/dropdown-menu';
import { MoreButton } from '../../ui/more-button';
import { savePicture } from '../flow/save-picture';
import { useCoverageToggle } from '../run-coverage/use-coverage-toggle';
import { useEditor, useEditorStore } from '../store/editor-context';
import { redo, undo } from '../store/history-actions';
import { useDraftDistance } from '../versions/draft-distance';
import { useVersionsAddress } from '../versions/use-versions-address';
import { WorkflowSettingsDialog } from './workflow-settings-button';

/** Menu of the actions that the bar has no room for on a narrow screen. */
export function NarrowMenu({ flush }: { flush: () => Promise<boolean> }) {
  const store = useEditorStore();
  const coverage = useCoverageToggle(flush);
  const undoes = useEditor((state) => state.history.past.at(-1)?.label);
  const redoes = useEditor((state) => state.history.future.at(-1)?.label);
  const isLive = useDraftDistance()?.startsWith('Live') ?? false;
  const { go } = useVersionsAddress();
  const { ask } = useHoldDialog();
  const hold = () => {
    const { workspaceId, workflowId, name } = store.getState();
    ask({ workspaceId, workflowId, name });
  };
  const [areSettingsOpen, setSettingsOpen] = useState(false);
  return (
    <span className="@4xl/bar:hidden">
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <MoreButton label="More for this workflow" />
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem disabled={undoes === undefined} onSelect={() => undo(store)}>
            <Undo2 aria-hidden />
            {undoes === undefined ? 'Undo' : `Undo: ${undoes}`}
          </DropdownMenuItem>
          <DropdownMenuItem disabled={redoes === undefined} onSelect={() => redo(store)}>
            <Redo2 aria-hidden />
            {redoes === undefined ? 'Redo' : `Redo: ${redoes}`}
          </DropdownMenuItem>
          <DropdownMenuSeparator />
          <DropdownMenuItem disabled={isLive} onSelect={() => store.setState({ publishing: true })}>
            <Rocket aria-hidden />
            Publish…
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => go({ kind: 'list' })}>
            <History aria-hidden />
            Versions
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={hold}>
            <CirclePause aria-hidden />
            Hold or release…
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => store.setState({ commentsView: { blockId: null } })}>
            <MessageSquare aria-hidden />
            Comments
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => store.setState({ testsOpen: true })}>
            <FlaskConical aria-hidden />
            Tests
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => store.setState({ proposals: { openId: null } })}>
            <FileDiff aria-hidden />
            Proposals
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => void coverage.toggle()}>
            <ScanLine aria-hidden />
            {coverage.isShown ? 'Hide coverage' : 'Show coverage'}
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => setSettingsOpen(true)}>
            <Settings2 aria-hidden />
            Workflow settings…
          </DropdownMenuItem>
          <DropdownMenuSeparator />
          <DropdownMenuItem onSelect={() => void savePicture(store, 'svg')}>
            <Image aria-hidden />
            Download as SVG
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => void savePicture(store, 'png')}>
            <Image aria-hidden />
            Download as PNG
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {areSettingsOpen ? <WorkflowSettingsDialog onClose={() => setSettingsOpen(false)} /> : null}
    </span>
  );
}
