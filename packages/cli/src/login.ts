import { text } from 'node:stream/consumers';
import { readUrl } from '../../../lib/platform/read-url';
import { ApiError } from '../../sdk/src/millrace.js';
import { ask, askHidden } from './ask';
import { clientOf, type Workspace, workspacesOf } from './caller';
import { oneNamed } from './one-named';
import { type Place, type PlacedCommand, profileName } from './place';
import { DEFAULT_PROFILE, readProfiles, writeProfiles } from './profiles';
import { type Arguments, readArguments, SWITCH, TEXT } from './read-arguments';
import { UsageError } from './usage-error';

const DEFAULT_URL = 'http://localhost:3000';
const HERE = new Set(['localhost', '127.0.0.1', '[::1]']);
const READABLE =
  'Everybody on this machine can read --api-key in the list of processes: pipe the key in instead.\n';

/** Checks a key against its server, and stores both for later commands. */
export const login: PlacedCommand = async (args, place) => {
  const given = readArguments(args, { url: TEXT, workspace: TEXT, 'api-key-stdin': SWITCH });
  const { environment, flags } = place;
  const profiles = readProfiles(environment.configFile);
  const name = profileName(place) ?? DEFAULT_PROFILE;
  const url = checkedUrl(given.text('url') ?? environment.url ?? (await askUrl(profiles.get(name)?.url)));
  const apiKey = flags.apiKey ?? (await keyOf(given, place));
  if (flags.apiKey !== undefined) place.note(READABLE);
  const { host, hostname, protocol } = new URL(url);
  if (protocol === 'http:' && !HERE.has(hostname))
    place.note(`${host} is called without TLS: whoever is in between can read the key.\n`);
  const workspaces = await reached(url, apiKey);
  const workspace = chosenWorkspace(given.text('workspace'), workspaces);
  const profile = { url, apiKey, ...(workspace !== undefined && { workspace }) };
  writeProfiles(environment.configFile, new Map([...profiles, [name, profile]]));
  place.print(`Logged in to ${url}${name === DEFAULT_PROFILE ? '' : ` as "${name}"`}.\n`);
  for (const { id, name: title, role } of workspaces ?? []) place.print(`  ${id}  ${title}  (${role})\n`);
  return 0;
};

function askUrl(known: string | undefined): Promise<string> | string {
  const proposed = known ?? DEFAULT_URL;
  return process.stdin.isTTY ? ask(`Server [${proposed}]: `, proposed) : proposed;
}

function checkedUrl(typed: string): string {
  const url = readUrl(typed);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`"${typed}" is no address: give one such as https://millrace.example.com.`);
  return typed.endsWith('/') ? typed.slice(0, -1) : typed;
}

/** Returns the key that is typed or piped in; the environment's where nothing can be. */
async function keyOf(given: Arguments, { environment }: Place): Promise<string> {
  if (process.stdin.isTTY && !given.has('api-key-stdin'))
    return (await askHidden('API key (Settings → API keys): ')).trim();
  const piped = (await text(process.stdin)).trim();
  const key = piped === '' && !given.has('api-key-stdin') ? environment.apiKey : piped;
  if (key === undefined || key === '') throw new UsageError('No API key was given: pipe it in, or type it.');
  return key;
}

/** Returns the workspaces of a key; null for a key that may not list them. @throws Error for a wrong key */
async function reached(url: string, apiKey: string): Promise<Workspace[] | null> {
  try {
    return await workspacesOf(clientOf({ url, apiKey }));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 403) return null;
    if (error.status !== 401) throw error;
    throw new Error(`${url} refused the API key: it is wrong, was revoked or has expired.`);
  }
}

function chosenWorkspace(named: string | undefined, found: readonly Workspace[] | null): string | undefined {
  if (named === undefined) return found?.length === 1 ? found[0]?.id : undefined;
  const byId = found?.find(({ id }) => id === named);
  return found === null ? named : (byId ?? oneNamed(named, found, 'workspace')).id;
}
