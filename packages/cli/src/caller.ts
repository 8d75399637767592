import { parseExact } from '../../../lib/platform/text/exact-number';
import { writeJson } from '../../../lib/platform/text/json-text';
import { ConnectionError, Millrace } from '../../sdk/src/millrace.js';
import { isId, oneNamed } from './one-named';
import type { Place } from './place';
import { type Arguments, TEXT } from './read-arguments';
import { UsageError } from './usage-error';

/** The flags of commands that call a server. */
export const CALL_FLAGS = { url: TEXT, workspace: TEXT } as const;

export interface Workspace {
  id: string;
  name: string;
  role: string;
}

export interface Caller {
  millrace: Millrace;
  url: string;
  /** Returns the id of the workspace that the command is about. @throws UsageError if it isn't clear */
  workspace(): Promise<string>;
  /** Returns the id of a workflow that was named by its id or its name. @throws UsageError */
  workflow(named: string): Promise<string>;
}

export function callerOf(given: Arguments, place: Place): Caller {
  const server = place.serverAt(given.text('url'));
  const millrace = clientOf(server);
  let asked: Promise<string> | undefined;
  const workspace = (): Promise<string> => {
    asked ??= workspaceOf(millrace, given.text('workspace') ?? place.workspaceAt(given.text('url')));
    return asked;
  };
  const workflow = async (named: string): Promise<string> => {
    if (isId(named)) return named;
    return oneNamed(named, await millrace.workflows.list(await workspace()), 'workflow').id;
  };
  return { millrace, url: server.url, workspace, workflow };
}

/** Returns a client that keeps all digits of numbers, and names the server that doesn't answer. */
export function clientOf({ url, apiKey }: { url: string; apiKey: string }): Millrace {
  return new Millrace({
    url,
    apiKey,
    json: { parse: parseExact, stringify: writeJson },
    fetch: async (...args) => {
      try {
        return await fetch(...args);
      } catch (cause) {
        throw new ConnectionError(`No server answers at ${url}: start it, or name another with --url.`, {
          cause,
        });
      }
    },
  });
}

/** The workspaces that a key reaches. */
export async function workspacesOf(millrace: Millrace): Promise<Workspace[]> {
  const request = { method: 'GET', path: '/api/v1/workspaces' } as const;
  return (await millrace.request<{ data: Workspace[] }>(request)).data;
}

async function workspaceOf(millrace: Millrace, named: string | undefined): Promise<string> {
  if (named !== undefined && isId(named)) return named;
  const found = await workspacesOf(millrace);
  if (named !== undefined) return oneNamed(named, found, 'workspace').id;
  const [only, ...others] = found;
  if (only === undefined) throw new UsageError('This API key reaches no workspace.');
  if (others.length === 0) return only.id;
  const lines = found.map(({ id, name }) => `  ${id}  ${name}`);
  throw new UsageError(`Name the workspace with --workspace ID. This API key reaches:\n${lines.join('\n')}`);
}
