'use client';

import { CirclePause, History, Rocket } from 'lucide-react';
import { useMemo } from 'react';
import { useHoldDialog } from '../../holds/hold-dialog-state';
import { Button } from '../../ui/button';
import { type Command, useCommands } from '../../ui/commands';
import { useEditor, useEditorStore } from '../store/editor-context';
import { useDraftDistance } from './draft-distance';
import { useVersionsAddress } from './use-versions-address';

/** Shows the draft's distance from the live version, opens the versions, and publishes. */
export function VersionsButton() {
  const store = useEditorStore();
  const readOnly = useEditor((state) => state.readOnly);
  const { go } = useVersionsAddress();
  const ask = useHoldDialog((state) => state.ask);
  const distance = useDraftDistance();
  useCommands(
    useMemo(
      (): Command[] => [
        {
          id: 'versions',
          title: 'Versions of this workflow',
          group: 'Workflow',
          icon: History,
          keywords: ['history', 'publish', 'roll back', 'rollback', 'revisions', 'compare', 'diff'],
          run: () => go({ kind: 'list' }),
        },
        ...(readOnly
          ? []
          : [
              {
                id: 'publish',
                title: 'Publish the draft',
                group: 'Workflow',
                icon: Rocket,
                keywords: ['version', 'live', 'deploy', 'activate', 'release', 'go live'],
                run: () => store.setState({ publishing: true }),
              },
              {
                id: 'hold',
                title: 'Hold or release this workflow',
                group: 'Workflow',
                icon: CirclePause,
                keywords: ['pause', 'stop', 'suspend', 'deactivate', 'waiting', 'discard'],
                run: () => {
                  const { workspaceId, workflowId, name } = store.getState();
                  ask({ workspaceId, workflowId, name });
                },
              },
            ]),
      ],
      [go, ask, store, readOnly],
    ),
  );
  return (
    <>
      <Button
        variant="ghost"
        aria-label={`Versions: ${distance ?? 'loading'}`}
        title="Versions"
        className="px-2 @max-md/bar:hidden"
        onClick={() => go({ kind: 'list' })}
      >
        <History aria-hidden />
        <span className="whitespace-nowrap text-muted text-xs @max-5xl/bar:hidden">{distance}</span>
      </Button>
      {readOnly ? null : (
        <Button
          className="@max-4xl/bar:hidden"
          disabled={distance?.startsWith('Live') ?? false}
          onClick={() => store.setState({ publishing: true })}
        >
          <Rocket aria-hidden />
          Publish
        </Button>
      )}
    </>
  );
}
