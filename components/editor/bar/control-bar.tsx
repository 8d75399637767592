'use client';

import { Eye, Plus, Redo2, Undo2 } from 'lucide-react';
import { Badge } from '../../ui/badge';
import { cn } from '../../ui/class-names';
import { IconButton } from '../../ui/icon-button';
import { InlineName } from '../../ui/inline-name';
import { Tooltip } from '../../ui/tooltip';
import { AssistantButton } from '../assistant/assistant-button';
import { CallsButton } from '../calls/calls-button';
import { CommentsButton } from '../comments/comments-button';
import { isOnCanvas } from '../keys/use-canvas-keys';
import { WhoIsHere } from '../live/who-is-here';
import { ProposalsButton } from '../proposals/proposals-button';
import { CoverageButton } from '../run-coverage/coverage-button';
import { SaveStatus } from '../save/save-status';
import { useEditor, useEditorStore } from '../store/editor-context';
import { redo, undo } from '../store/history-actions';
import { TestsButton } from '../tests/tests-button';
import { VersionsButton } from '../versions/versions-button';
import { HoldState } from './hold-state';
import { NarrowMenu } from './narrow-menu';
import { ProblemList } from './problem-list';
import { RunButton, type RunButtonProps } from './run-button';
import { WebhookButton } from './webhook-button';
import { WorkflowSettingsButton } from './workflow-settings-button';

const MAX_NAME_CHARACTERS = 120;

export interface ControlBarProps extends RunButtonProps {
  onAdd: () => void;
  /** Discards the changes that the server refused. */
  onDiscard: () => Promise<void>;
  /** Saves pending edits; false if some could not be saved. */
  flush: () => Promise<boolean>;
}

/**
 * Bar over the canvas: the workflow's name, its save state and the actions on the whole workflow. What is left out
 * depends on the bar's own width, because the sidebar takes some of the screen's; it is in the menu then.
 */
export function ControlBar({ onAdd, onDiscard, flush, ...run }: ControlBarProps) {
  const store = useEditorStore();
  const name = useEditor((state) => state.name);
  const readOnly = useEditor((state) => state.readOnly);
  const rename = (wanted: string) => {
    if (wanted === '') return 'Enter a name.';
    store.setState({ name: wanted });
    return null;
  };
  return (
    <header className="@container/bar relative z-20 shrink-0 border-line border-b bg-surface">
      <div
        className={cn(
          'flex h-12 items-center gap-0.5 pr-2 pl-3',
          '@2xl/bar:gap-2 @4xl/bar:gap-3 @4xl/bar:pr-3',
        )}
      >
        <h1 className="min-w-10 text-sm @md/bar:min-w-16">
          <InlineName
            value={name}
            label="Workflow name"
            readOnly={readOnly}
            maxLength={MAX_NAME_CHARACTERS}
            onRename={rename}
          />
        </h1>
        <SaveStatus onDiscard={onDiscard} />
        <HoldState />
        {readOnly ? (
          <Tooltip
            content={
              'Your role in this workspace is reader: you can view workflows and runs, but not change them.'
            }
          >
            <Badge>
              <Eye aria-hidden />
              Read only
            </Badge>
          </Tooltip>
        ) : null}
        <span className="flex-1" />
        <WhoIsHere />
        <ProblemList />
        <span className="@max-md/bar:hidden">
          <CommentsButton isOnCanvas={isOnCanvas} />
        </span>
        <span className={cn('flex items-center', readOnly ? '@max-md/bar:hidden' : '@max-4xl/bar:hidden')}>
          <TestsButton flush={flush} />
          <CoverageButton flush={flush} />
          <ProposalsButton />
        </span>
        <VersionsButton />
        <CallsButton />
        <WebhookButton />
        <span className={readOnly ? undefined : '@max-2xl/bar:hidden'}>
          <WorkflowSettingsButton />
        </span>
        {readOnly ? null : <EditButtons onAdd={onAdd} flush={flush} />}
        <RunButton {...run} />
      </div>
    </header>
  );
}

function EditButtons({ onAdd, flush }: { onAdd: () => void; flush: () => Promise<boolean> }) {
  const store = useEditorStore();
  const undoes = useEditor((state) => state.history.past.at(-1)?.label);
  const redoes = useEditor((state) => state.history.future.at(-1)?.label);
  return (
    <>
      <div className="flex items-center @max-2xl/bar:hidden">
        <IconButton
          label={undoes === undefined ? 'Undo' : `Undo: ${undoes}`}
          shortcut="mod+z"
          disabled={undoes === undefined}
          onClick={() => undo(store)}
        >
          <Undo2 />
        </IconButton>
        <IconButton
          label={redoes === undefined ? 'Redo' : `Redo: ${redoes}`}
          shortcut="mod+shift+z"
          disabled={redoes === undefined}
          onClick={() => redo(store)}
        >
          <Redo2 />
        </IconButton>
      </div>
      <AssistantButton />
      <IconButton label="Add a block" shortcut="/" onClick={onAdd}>
        <Plus />
      </IconButton>
      <NarrowMenu flush={flush} />
    </>
  );
}
