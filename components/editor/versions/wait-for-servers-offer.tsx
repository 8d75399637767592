import { useMemo, useState } from 'react';
import { readConfig } from '@/lib/core/blocks/read-config';
import { blockDefinitions } from '@/lib/core/blocks/registry/definitions';
import type { Trigger } from '@/lib/core/blocks/trigger';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { WaitForServersSwitch } from '../../outages/wait-for-servers-switch';
import { useEditor, useEditorStore } from '../store/editor-context';
import { setWaitForServers } from '../store/workflow-settings';

/** Triggers whose runs nobody waits for, so that they can wait themselves. */
const UNATTENDED: ReadonlySet<Trigger | undefined> = new Set<Trigger | undefined>(['webhook', 'schedule']);

/** Offers to wait for unavailable servers, where a webhook or a schedule starts runs that call one. */
export function WaitForServersOffer() {
  const store = useEditorStore();
  const document = useEditor((state) => state.document);
  const readOnly = useEditor((state) => state.readOnly);
  const isOn = document.settings?.waitForServers === true;
  // Once it is offered it stays, so that it can be switched off again.
  const [wasOn] = useState(isOn);
  const isUseful = useMemo(() => mayWaitUnattended(document), [document]);
  if (wasOn || !isUseful) return null;
  return (
    <WaitForServersSwitch
      checked={isOn}
      disabled={readOnly}
      onChange={(checked) => setWaitForServers(store, checked)}
    />
  );
}

function mayWaitUnattended({ blocks }: WorkflowDocument): boolean {
  const enabled = Object.values(blocks).filter((block) => block.enabled);
  const isUnattended = enabled.some(({ type }) =>
    UNATTENDED.has(blockDefinitions.get(type)?.trigger?.startsOn),
  );
  return (
    isUnattended &&
    enabled.some(({ type, config }) => {
      const definition = blockDefinitions.get(type);
      const waits = definition?.outsideWork?.waitsForServer;
      return definition !== undefined && waits?.(readConfig(definition, config).config) === null;
    })
  );
}
