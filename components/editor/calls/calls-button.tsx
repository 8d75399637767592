'use client';

import { CodeXml } from 'lucide-react';
import { useMemo, useState } from 'react';
import { type Command, useCommands } from '../../ui/commands';
import { IconButton } from '../../ui/icon-button';
import { LatePart, lateModule } from '../../ui/late-part';
import type { CallsTab } from './calls-dialog';

/** Loaded on demand: most visits to the editor never open it. */
const dialog = lateModule(() => import('./calls-dialog'));

/** Opens the code that runs this workflow. On narrow screens the command palette has it. */
export function CallsButton() {
  const [tab, setTab] = useState<CallsTab | null>(null);
  useCommands(
    useMemo(
      (): Command[] => [
        {
          id: 'calls',
          title: 'Call this workflow from code',
          group: 'Workflow',
          icon: CodeXml,
          keywords: ['api', 'curl', 'http', 'endpoint', 'typescript', 'python', 'sdk', 'key', 'snippet'],
          run: () => setTab('curl'),
        },
        {
          id: 'tool',
          title: 'Offer this workflow as a tool',
          group: 'Workflow',
          icon: CodeXml,
          keywords: ['mcp', 'agent', 'assistant'],
          run: () => setTab('mcp'),
        },
      ],
      [],
    ),
  );
  return (
    <>
      <span className="@max-4xl/bar:hidden">
        <IconButton label="Call from code" onClick={() => setTab('curl')}>
          <CodeXml />
        </IconButton>
      </span>
      {tab === null ? null : (
        <LatePart from={dialog} onClose={() => setTab(null)}>
          {({ CallsDialog }) => <CallsDialog tab={tab} onTab={setTab} onClose={() => setTab(null)} />}
        </LatePart>
      )}
    </>
  );
}
