import { processSingleton } from '../process-singleton';

/**
 * Sends a GET of an API path (with its query string) in the session of the cookies; returns the response's
 * JSON, or null unless it succeeds.
 */
export type AskApi = (path: string, cookie: string | undefined) => Promise<string | null>;

const offered = processSingleton<{ ask: AskApi }>('page-api', () => ({ ask: async () => null }));

/** Registers the server's API, because the bundle of the pages has no operations of its own. */
export function offerApiToPages(ask: AskApi): void {
  offered.ask = ask;
}

/** Calls the API while a page is rendered, along the same path as a request, without HTTP. */
export const askApi: AskApi = (path, cookie) => offered.ask(path, cookie);
