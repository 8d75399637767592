import { calledFrom, namedVariable, syncSettings } from '../platform/env';
import type { Surroundings } from './surroundings';

const DEFAULT_URL = 'http://localhost:3000';

/** The surroundings of `npm run -s cli -- …`: the folder where npm was called, and the environment. */
export const calledWithNpm = (): Surroundings => ({
  folder: calledFrom(),
  serverAt: (url = DEFAULT_URL) => ({ url, apiKey: syncSettings().MILLRACE_API_KEY }),
  namedVariable,
  print: (text) => void process.stdout.write(text),
});
