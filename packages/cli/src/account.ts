import { ApiError } from '../../sdk/src/millrace.js';
import { callerOf, workspacesOf } from './caller';
import { type PlacedCommand, profileName } from './place';
import { DEFAULT_PROFILE, readProfiles, writeProfiles } from './profiles';
import { readArguments, TEXT } from './read-arguments';
import { UsageError } from './usage-error';

const SHOWN_CHARACTERS = 4;

/** Forgets the key of a profile. The key itself stays valid. */
export const logout: PlacedCommand = async (args, place) => {
  readArguments(args, {});
  const name = profileName(place) ?? DEFAULT_PROFILE;
  const profiles = new Map(readProfiles(place.environment.configFile));
  const known = profiles.get(name);
  if (known === undefined) throw new UsageError(`Nobody is logged in as "${name}".`);
  profiles.delete(name);
  writeProfiles(place.environment.configFile, profiles);
  place.print(
    `Logged out of ${known.url}. The key stays valid until it is revoked in Settings → API keys.\n`,
  );
  return 0;
};

/** Says which server, key and workspaces commands use. */
export const whoami: PlacedCommand = async (args, place) => {
  const given = readArguments(args, { url: TEXT });
  const { url, apiKey } = place.serverAt(given.text('url'));
  const { millrace } = callerOf(given, place);
  place.print(`server  ${url}\nkey     …${apiKey.slice(-SHOWN_CHARACTERS)}\n`);
  try {
    for (const { id, name, role } of await workspacesOf(millrace))
      place.print(`workspace  ${id}  ${name}  (${role})\n`);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 403) throw error;
    place.print('The key may not list its workspaces.\n');
  }
  return 0;
};

/** Lists the servers that somebody is logged in to. */
export const profiles: PlacedCommand = async (args, place) => {
  readArguments(args, {});
  const known = readProfiles(place.environment.configFile);
  if (known.size === 0) throw new UsageError('You are not logged in: use "millrace login".');
  for (const [name, { url }] of known) place.print(`${name}  ${url}\n`);
  return 0;
};
