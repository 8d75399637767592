/** All that is known of a request before its body has arrived. */
export interface RequestHead {
  header(name: string): string | undefined;
  method: string;
  /** The URLs that the sender may have been given; behind proxies we can't tell which. Never empty. */
  urls: readonly string[];
  nowMs: number;
}

/** The request that a sender's proof covers. */
export interface SignedRequest extends RequestHead {
  /** The body exactly as received. */
  body: Uint8Array;
}
