import type { Payer } from './body/payers';
import type { Endpoint } from './endpoint';
import type { RequestIds } from './request-ids';

/** What a verb may want to know of the request besides its input. */
export interface RequestContext extends RequestIds {
  method: string;
  /** Aborted when the client goes away. */
  signal: AbortSignal;
  /** Lowercase name. */
  header(name: string): string | undefined;
  /**
   * Address of the client (`addresses/client-address.ts`), for slowing down guesses; never trusted for
   * access.
   */
  remoteAddress: string;
  /**
   * Who the credentials of the request stand for now; null once they were revoked, have expired or ended. For
   * answers that take long.
   */
  authenticateAgain(): Promise<Caller | null>;
}

/** Whoever the policy (`handle.ts`) takes the request to come from; handed on to the verb unread. */
export type Caller = object;

/** Any endpoint with the function that answers it. */
export interface Operation {
  endpoint: Endpoint;
  run(
    caller: Caller | null,
    input: { params: unknown; query: unknown; body: unknown },
    context: RequestContext,
  ): Promise<unknown>;
  /**
   * What pages of other sites may do here: the answer's CORS headers, none for those that may do nothing.
   * Absent: no other site's page has any business here.
   */
  crossOrigin?(
    params: Record<string, string>,
    header: RequestContext['header'],
  ): Promise<Record<string, string>>;
  /** Whose shares of the budget its bodies take besides the caller's. */
  payersOf?(params: Record<string, string>): readonly Payer[];
  /** Reads a body of any content type, where callers are programs of others that send what they send. */
  readAnyBody?(text: string, contentType: string | undefined): Promise<unknown>;
  /** Takes a body whose size would stop the event loop, as text, and gives the checked one. */
  readLargeBody?(text: string): Promise<unknown>;
}
