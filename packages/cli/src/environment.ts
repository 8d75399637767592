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

export function readEnvironment(): Environment {
  const of = (name: string): string | undefined => process.env[name] || undefined;
  const config = of('XDG_CONFIG_HOME') ?? path.join(os.homedir(), '.config');
  return {
    url: of('MILLRACE_URL'),
    apiKey: of('MILLRACE_API_KEY'),
    profile: of('MILLRACE_PROFILE'),
    workspace: of('MILLRACE_WORKSPACE'),
    configFile: path.join(config, 'millrace', 'config.json'),
  };
}
