import type { Room } from './answer-room';
import type { Payer } from './body/payers';
import type { Endpoint } from './endpoint';
import type { RequestIds } from './request-ids';

/** The data of a request besides its input, for the verb. */
export interface RequestContext extends RequestIds, Room {
  method: string;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  /** Returns a header by its lowercase name. */
  header(name: string): string | undefined;
  /**
   * Address of the client (`addresses/client-address.ts`), for slowing down guesses; never used for access
   * control.
   */
  remoteAddress: string;
  /**
   * Authenticates the request's credentials again; null once they were revoked, have expired or ended. For
   * responses that take long.
   */
  authenticateAgain(): Promise<Caller | null>;
}

/** The caller that the policy (`handle.ts`) found; passed on to the verb unread. */
export type Caller = object;

/** Any endpoint with the function that implements it. */
export interface Operation {
  endpoint: Endpoint;
  run(
    caller: Caller | null,
    input: { params: unknown; query: unknown; body: unknown },
    context: RequestContext,
  ): Promise<unknown>;
  /**
   * Returns the CORS headers for pages of other sites; none for sites without access. If absent, no other
   * site's page may call the operation.
   */
  crossOrigin?(
    params: Record<string, string>,
    header: RequestContext['header'],
  ): Promise<Record<string, string>>;
  /** Returns the owners of the budget shares that its bodies use, besides the caller's. */
  payersOf?(params: Record<string, string>): readonly Payer[];
  /**
   * Refuses an address that leads nowhere, for operations whose caller is known by the address alone: nothing
   * of a stranger's body is read.
   */
  requireTarget?(params: Record<string, string>): Promise<void>;
  /** Reads a body of any content type, for callers that are third-party programs. */
  readAnyBody?(body: Buffer, contentType: string | undefined): Promise<unknown>;
  /** Takes the text of a body too large to be parsed on the event loop, and returns the validated body. */
  readLargeBody?(text: string): Promise<unknown>;
}
