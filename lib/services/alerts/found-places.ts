import { quotedName } from '../../platform/email/mail-text';
import type { AlertCondition } from './schema';

/** Places that a notification names; its value counts all. */
const MAX_PLACES = 10;
const MAX_NAMES = 3;

/** A workflow, a hold, an execution or a server that a rule has found. */
export interface Found {
  /** Null: a server, a hold of the whole workspace, or what is over. */
  workflowId: string | null;
  /** The name of the workflow, or scheme, host and port of the server. */
  name: string | null;
  /** Of an execution in the queue. */
  executionId?: string;
}

/** The same in a notification, with the URL of the page to look at. */
export interface FoundPlace extends Found {
  url: string;
}

interface Site {
  workspaceId: string;
  baseUrl: string;
}

/** Returns the first of what was found, each with its page. */
export const placesOf = (kind: AlertCondition['kind'], found: readonly Found[], site: Site): FoundPlace[] =>
  found.slice(0, MAX_PLACES).map((one) => {
    const { workflowId, name, executionId } = one;
    const run = executionId === undefined ? {} : { executionId };
    return { workflowId, name, ...run, url: pageOf(kind, one, site) };
  });

function pageOf(
  kind: AlertCondition['kind'],
  { workflowId, executionId }: Found,
  { workspaceId, baseUrl }: Site,
): string {
  const workspace = `/w/${workspaceId}`;
  if (executionId !== undefined) return new URL(`${workspace}/runs/${executionId}`, baseUrl).href;
  if (kind === 'server-away') return new URL(`${workspace}/logs`, baseUrl).href;
  if (workflowId === null) return new URL(`${workspace}/settings/general`, baseUrl).href;
  if (kind !== 'failures-in-a-row') return new URL(`${workspace}/workflows/${workflowId}`, baseUrl).href;
  const logs = new URL(`${workspace}/logs`, baseUrl);
  logs.searchParams.set('workflowIds', workflowId);
  logs.searchParams.set('statuses', 'error');
  return logs.href;
}

/** Returns the names of workflows for a sentence: quoted, the first ones, and how many more there are. */
export function namesOf(found: readonly Found[]): string {
  const wordsOf = ({ name }: Found) => (name === null ? 'the workspace' : quotedName(name));
  const names = found.slice(0, MAX_NAMES).map(wordsOf);
  const more = found.length - names.length;
  if (more > 0) return `${names.join(', ')} and ${more.toLocaleString('en')} more`;
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
