import { createClient } from '../platform/http/client';
import type { Server } from './surroundings';

/** Returns a client of a server. Its failures are words. */
export function apiClient({ url, apiKey }: Server): ReturnType<typeof createClient> {
  const baseUrl = url.replace(/\/$/, '');
  return createClient({ baseUrl, apiKey, fetch: fetchFrom(baseUrl) });
}

function fetchFrom(baseUrl: string): typeof fetch {
  return async (...args) => {
    try {
      return await fetch(...args);
    } catch (error) {
      throw new Error(`No server answers at ${baseUrl}: start it, or name another with --url.`, {
        cause: error,
      });
    }
  };
}
