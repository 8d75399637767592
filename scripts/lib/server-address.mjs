import { parsePort } from './ports.mjs';
import { setting } from './project.mjs';

const DEFAULT_PORT = '3000';
const DEFAULT_HOST = '127.0.0.1';

/** Returns the address of the server, running or not: `{port, host}` from PORT and HOST. */
export function serverAddress() {
  return { port: parsePort(setting('PORT') ?? DEFAULT_PORT), host: setting('HOST') ?? DEFAULT_HOST };
}
