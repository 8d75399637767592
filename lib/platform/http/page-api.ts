import { processSingleton } from '../process-singleton';

/**
 * GET of an API path (with its search) in the session of the cookies: the response's JSON, null unless it
 * succeeds.
 */
export type AskApi = (path: string, cookie: string | undefined) => Promise<string | null>;

const offered = processSingleton<{ ask: AskApi }>('page-api', () => ({ ask: async () => null }));

/** Called by the server, whose operations answer; the bundle of the pages has none of its own. */
export function offerApiToPages(ask: AskApi): void {
  offered.ask = ask;
}

/** What a page asks while it is rendered: the same walk as a request's, without the request. */
export const askApi: AskApi = (path, cookie) => offered.ask(path, cookie);
