/** All that is known of a request before its body has arrived. */
export interface RequestHead {
  header(name: string): string | undefined;
  method: string;
  /** As the sender may have been given it: behind proxies we are not told which it was. Never empty. */
  urls: readonly string[];
  nowMs: number;
}

/** What a sender's proof is about. */
export interface SignedRequest extends RequestHead {
  /** As it came. */
  body: Uint8Array;
}
