import { syncSettings } from '../platform/env';
import { createClient } from '../platform/http/client';

/** Returns a client of the server at `url`, with the key in MILLRACE_API_KEY. Its failures are words. */
export function apiClient(url: string): ReturnType<typeof createClient> {
  const baseUrl = url.replace(/\/$/, '');
  return createClient({ baseUrl, apiKey: syncSettings().MILLRACE_API_KEY, fetch: fetchFrom(baseUrl) });
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
