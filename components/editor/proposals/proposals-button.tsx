'use client';

import { useQuery } from '@tanstack/react-query';
import { FileDiff } from 'lucide-react';
import { useMemo } from 'react';
import { type Command, useCommands } from '../../ui/commands';
import { countOf } from '../../ui/format-quantity';
import { IconButton } from '../../ui/icon-button';
import { useEditor, useEditorStore } from '../store/editor-context';
import { proposalsQuery } from './proposal-queries';

/** Opens the proposals of the workflow; in the bar only while some are open, always in the command palette. */
export function ProposalsButton() {
  const store = useEditorStore();
  const workflowId = useEditor((state) => state.workflowId);
  const isOpen = useEditor((state) => state.proposals !== null);
  const { data } = useQuery(proposalsQuery(workflowId));
  const open = data?.filter(({ state }) => state === 'open').length ?? 0;
  useCommands(
    useMemo(
      (): Command[] => [
        {
          id: 'proposals',
          title: 'Proposals for this workflow',
          group: 'View',
          icon: FileDiff,
          keywords: ['agent', 'assistant', 'review', 'apply', 'mcp'],
          run: () => store.setState({ proposals: { openId: null } }),
        },
      ],
      [store],
    ),
  );
  if (open === 0) return null;
  return (
    <IconButton
      label={countOf(open, 'open proposal')}
      active={isOpen}
      onClick={() => store.setState({ proposals: isOpen ? null : { openId: null } })}
    >
      <FileDiff />
    </IconButton>
  );
}
