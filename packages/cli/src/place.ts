import type { Server, Surroundings } from '../../../lib/cli/surroundings';
import type { SandboxFiles } from '../../../lib/platform/sandbox/sandbox-files';
import { type Environment, namedVariable } from './environment';
import { DEFAULT_PROFILE, type Profile, type Profiles, readProfiles } from './profiles';
import { UsageError } from './usage-error';

const DEFAULT_URL = 'http://localhost:3000';

/** The flags that every command takes. */
export interface GlobalFlags {
  profile?: string;
  apiKey?: string;
}

/** The surroundings of the package's commands. */
export interface Place extends Surroundings {
  environment: Environment;
  flags: GlobalFlags;
  /** Prints what is not the result. */
  note(text: string): void;
  /** Returns the workspace of commands that name none, as far as it is known here. */
  workspaceAt(url: string | undefined): string | undefined;
}

/** A command of the package: prints its result, and returns the exit code. @throws Error in words */
export type PlacedCommand = (args: readonly string[], place: Place) => Promise<number>;

export function makePlace(environment: Environment, flags: GlobalFlags, sandboxFiles: SandboxFiles): Place {
  const profiles = (): Profiles => readProfiles(environment.configFile);
  return {
    environment,
    flags,
    sandboxFiles,
    folder: '',
    namedVariable,
    print: (text) => void process.stdout.write(text),
    note: (text) => void process.stderr.write(text),
    serverAt: (url) => serverFor({ profiles: profiles(), environment, flags }, url),
    workspaceAt: (url) => environment.workspace ?? workspaceFor(profiles(), { environment, flags }, url),
  };
}

interface Known {
  profiles: Profiles;
  environment: Environment;
  flags: GlobalFlags;
}

export const profileName = ({ environment, flags }: Omit<Known, 'profiles'>): string | undefined =>
  flags.profile ?? environment.profile;

/**
 * Returns the server and key: those of flags, else of the environment, else those that were stored. A stored
 * key is sent to its own server only. @throws UsageError
 */
export function serverFor({ profiles, environment, flags }: Known, url: string | undefined): Server {
  const named = profileName({ environment, flags });
  const stored = profiles.get(named ?? DEFAULT_PROFILE);
  if (named !== undefined && stored === undefined) throw noProfile(named, profiles);
  const isChosen = flags.profile !== undefined;
  const apiKey = flags.apiKey ?? (isChosen ? undefined : environment.apiKey);
  const address = url ?? (isChosen ? undefined : environment.url) ?? stored?.url ?? DEFAULT_URL;
  if (apiKey !== undefined) return { url: address, apiKey };
  if (stored === undefined)
    throw new UsageError('You are not logged in: use "millrace login", or set MILLRACE_API_KEY.');
  if (!isSame(address, stored.url))
    throw new UsageError(
      `The stored key is for ${stored.url}. Log in to ${address} with --profile NAME, or set MILLRACE_API_KEY.`,
    );
  return { url: stored.url, apiKey: stored.apiKey };
}

function noProfile(name: string, profiles: Profiles): UsageError {
  const others = profiles.size === 0 ? '' : ` Those that there are: ${[...profiles.keys()].join(', ')}.`;
  return new UsageError(
    `There is no profile "${name}": make it with "millrace login --profile ${name}".${others}`,
  );
}

function workspaceFor(
  profiles: Profiles,
  known: Omit<Known, 'profiles'>,
  url: string | undefined,
): string | undefined {
  const stored: Profile | undefined = profiles.get(profileName(known) ?? DEFAULT_PROFILE);
  if (stored === undefined) return undefined;
  // Another key may not reach that workspace.
  return serverFor({ ...known, profiles }, url).apiKey === stored.apiKey ? stored.workspace : undefined;
}

const isSame = (one: string, other: string): boolean => withoutSlash(one) === withoutSlash(other);

const withoutSlash = (url: string): string => (url.endsWith('/') ? url.slice(0, -1) : url);
