'use client';

import { Sheet } from '../../ui/sheet';
import { useEditor } from '../store/editor-context';
import type { Saving } from './publish-dialog';
import { useVersionsAddress } from './use-versions-address';
import { VersionComparison } from './version-comparison';
import { VersionList } from './version-list';
import { VersionView } from './version-view';

/** Panel over the editor with the versions and their differences. Open while the address has it. */
export function VersionsPanel({ flush }: Saving) {
  const { view, go } = useVersionsAddress();
  const name = useEditor((state) => state.name);
  if (view === null) return null;
  return (
    <Sheet title={`Versions of ${name}`} onClose={() => go(null, 'replace')}>
      {view.kind === 'list' ? <VersionList /> : null}
      {view.kind === 'one' ? <VersionView key={view.number} number={view.number} flush={flush} /> : null}
      {view.kind === 'compare' ? <VersionComparison before={view.before} after={view.after} /> : null}
    </Sheet>
  );
}
