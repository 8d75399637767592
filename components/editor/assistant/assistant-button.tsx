'use client';

import { Sparkles } from 'lucide-react';
import { useMemo } from 'react';
import { useAssistant } from '../../page/assistant-queries';
import { type Command, useCommands } from '../../ui/commands';
import { IconButton } from '../../ui/icon-button';
import { useEditorStore } from '../store/editor-context';

/** Opens the panel to describe a step; absent if the workspace has no model for it. */
export function AssistantButton() {
  const store = useEditorStore();
  const isThere = useAssistant() !== null;
  const commands = useMemo(
    (): Command[] =>
      isThere
        ? [
            {
              id: 'describe',
              title: 'Describe a step…',
              group: 'Workflow',
              icon: Sparkles,
              keywords: ['assistant', 'ai', 'propose', 'documentation', 'generate'],
              whenNothingFound: true,
              run: () => store.setState({ assistant: { kind: 'describe' } }),
            },
          ]
        : [],
    [store, isThere],
  );
  useCommands(commands);
  if (!isThere) return null;
  return (
    // Narrow screens have this button in the command palette.
    <span className="@max-2xl/bar:hidden">
      <IconButton label="Describe a step" onClick={() => store.setState({ assistant: { kind: 'describe' } })}>
        <Sparkles />
      </IconButton>
    </span>
  );
}
