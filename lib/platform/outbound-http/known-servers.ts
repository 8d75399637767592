import { LRUCache } from 'lru-cache';
import type { OutboundClient } from './contract';

const MAX_REMEMBERED = 1_000;

/** Facts learnt about a client's servers, by a key for each; the least recently used are dropped. */
export class KnownServers<Learnt extends object> {
  readonly #byClient = new WeakMap<OutboundClient, LRUCache<string, Learnt>>();

  get(http: OutboundClient, key: string): Learnt | undefined {
    return this.#byClient.get(http)?.get(key);
  }

  set(http: OutboundClient, key: string, learnt: Learnt): void {
    const known = this.#byClient.get(http) ?? new LRUCache<string, Learnt>({ max: MAX_REMEMBERED });
    known.set(key, learnt);
    this.#byClient.set(http, known);
  }
}
