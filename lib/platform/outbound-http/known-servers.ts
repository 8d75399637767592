import { LRUCache } from 'lru-cache';
import type { OutboundClient } from './contract';
import { sharedClient } from './wrap-client';

const MAX_REMEMBERED = 1_000;

/** Facts learnt about servers, by a key for each, for all runs of a process; the least recently used are dropped. */
export class KnownServers<Learnt extends object> {
  readonly #byClient = new WeakMap<OutboundClient, LRUCache<string, Learnt>>();

  get(http: OutboundClient, key: string): Learnt | undefined {
    return this.#byClient.get(sharedClient(http))?.get(key);
  }

  set(http: OutboundClient, key: string, learnt: Learnt): void {
    const client = sharedClient(http);
    const known = this.#byClient.get(client) ?? new LRUCache<string, Learnt>({ max: MAX_REMEMBERED });
    known.set(key, learnt);
    this.#byClient.set(client, known);
  }
}
