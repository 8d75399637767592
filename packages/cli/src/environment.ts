import os from 'node:os';
import path from 'node:path';

/** The settings of the environment; an empty one counts as unset. Nothing else here reads the environment. */
export interface Environment {
  url: string | undefined;
  apiKey: string | undefined;
  profile: string | undefined;
  workspace: string | undefined;
  configFile: string;
}

/** Returns a variable that a flag or a file names; undefined if it is not set. */
export const namedVariable = (name: string): string | undefined => process.env[name] || undefined;

export function readEnvironment(): Environment {
  const config = namedVariable('XDG_CONFIG_HOME') ?? path.join(os.homedir(), '.config');
  return {
    url: namedVariable('MILLRACE_URL'),
    apiKey: namedVariable('MILLRACE_API_KEY'),
    profile: namedVariable('MILLRACE_PROFILE'),
    workspace: namedVariable('MILLRACE_WORKSPACE'),
    configFile: path.join(config, 'millrace', 'config.json'),
  };
}
