'use client';

import { Link } from '../ui/link';
import { adviceFor } from './error-advice';
import { settingsPath } from './paths';
import { useWorkspace } from './workspace-context';

const OF_CONNECTIONS = new Set([
  'CONNECTION_EXPIRED',
  'CONNECTION_NOT_CONNECTED',
  'CONNECTION_NOT_FOUND',
  'CONNECTION_UNAVAILABLE',
]);

/** The next step after an error of a run, with a link to where it is taken; renders nothing without one. */
export function Advice({ code }: { code: string }) {
  const advice = adviceFor(code);
  if (advice === null) return null;
  return (
    <p>
      {advice} <AdvicePlace code={code} />
    </p>
  );
}

/** Leads to what an error is about, where that is a page of the workspace. */
export function AdvicePlace({ code }: { code: string }) {
  return OF_CONNECTIONS.has(code) ? <ConnectionsLink /> : null;
}

function ConnectionsLink() {
  const { id } = useWorkspace();
  return (
    <Link href={settingsPath(id, 'connections')} className="text-accent underline underline-offset-2">
      Open connections
    </Link>
  );
}
