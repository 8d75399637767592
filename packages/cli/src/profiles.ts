import fs from 'node:fs';
import path from 'node:path';

/** A server that somebody is logged in to. */
export interface Profile {
  url: string;
  apiKey: string;
  /** The workspace of commands that name none. */
  workspace?: string;
}

export type Profiles = ReadonlyMap<string, Profile>;

export const DEFAULT_PROFILE = 'default';
const OWNER_ALONE = 0o600;
const FOLDER_OF_OWNER = 0o700;

/** @throws Error in words for a file that is damaged */
export function readProfiles(file: string): Profiles {
  if (!fs.existsSync(file)) return new Map();
  try {
    const { profiles } = JSON.parse(fs.readFileSync(file, 'utf8')) as { profiles: Record<string, unknown> };
    return new Map(Object.entries(profiles).map(([name, found]) => [name, profileIn(found)]));
  } catch (error) {
    throw new Error(`${file} is damaged (${(error as Error).message}): delete it, and log in again.`);
  }
}

function profileIn(found: unknown): Profile {
  const { url, apiKey, workspace } = found as Partial<Profile>;
  if (typeof url !== 'string' || typeof apiKey !== 'string') throw new Error('a profile lacks url or apiKey');
  return { url, apiKey, ...(typeof workspace === 'string' && { workspace }) };
}

/** Writes the file for its owner alone, at once or not at all. */
export function writeProfiles(file: string, profiles: Profiles): void {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: FOLDER_OF_OWNER });
  const half = `${file}.${process.pid}.half`;
  const text = JSON.stringify({ profiles: Object.fromEntries(profiles) }, null, 2);
  fs.rmSync(half, { force: true });
  fs.writeFileSync(half, `${text}\n`, { mode: OWNER_ALONE, flag: 'wx' });
  fs.renameSync(half, file);
}
