'use client';

import { FlaskConical } from 'lucide-react';
import { useMemo } from 'react';
import { type Command, useCommands } from '../../ui/commands';
import { IconButton } from '../../ui/icon-button';
import { useEditor, useEditorStore } from '../store/editor-context';
import { runWorkflowTests } from './run-workflow-tests';

/** Opens the workflow's tests; its commands also run them. */
export function TestsButton({ flush }: { flush: () => Promise<boolean> }) {
  const store = useEditorStore();
  const isOpen = useEditor((state) => state.testsOpen);
  useCommands(
    useMemo(
      (): Command[] => [
        {
          id: 'tests',
          title: 'Tests of this workflow',
          group: 'View',
          icon: FlaskConical,
          shortcut: 'shift+t',
          keywords: ['regression', 'kept runs', 'expected'],
          run: () => store.setState({ testsOpen: true }),
        },
        {
          id: 'run-tests',
          title: 'Run all tests',
          group: 'Workflow',
          icon: FlaskConical,
          shortcut: 't',
          keywords: ['check', 'regression', 'verify'],
          run: () => void runWorkflowTests(store, flush),
        },
      ],
      [store, flush],
    ),
  );
  return (
    <IconButton
      label="Tests"
      shortcut="shift+t"
      active={isOpen}
      onClick={() => store.setState({ testsOpen: !isOpen })}
    >
      <FlaskConical />
    </IconButton>
  );
}
