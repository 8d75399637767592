import { Agent, type Dispatcher } from 'undici';
import { type AllowList, parseAllowList } from '../addresses/allow-list';
import type { ProxyFor } from '../addresses/operator-proxy';
import { createAddressGuard, type ResolveHost } from './address-guard';
import type { Exchange } from './exchange';
import { createGuardedConnector } from './guarded-connector';
import { createIsOwnService, type OwnService } from './own-services';
import { isAllowedSelfOrigin, type SelfOriginAllowance } from './self-origin-allowance';

export interface DispatcherOptions {
  allow: AllowList;
  allowSelfOrigin: readonly SelfOriginAllowance[];
  connectTimeoutMs: number;
  maxHeadBytes: number;
  resolve?: ResolveHost;
  ca?: string;
  ownServices: readonly OwnService[];
  proxyFor: ProxyFor;
  proxyTarget: 'address' | 'name';
}

/** Sends exchanges over keep-alive connections; those of `allowSelfOrigin` have a separate pool. */
export interface Dispatchers {
  send(
    exchange: Exchange,
    url: URL,
    options: Omit<Dispatcher.DispatchOptions, 'origin' | 'path'>,
    isFirstHop: boolean,
  ): void;
  close(): Promise<void>;
}

export function createDispatchers(options: DispatcherOptions): Dispatchers {
  const { allowSelfOrigin } = options;
  const isOwnService = createIsOwnService(options.ownServices);
  // undici requests a connection within `dispatch`, which links a connection's timing to its exchange.
  let dispatching: Exchange | null = null;

  const createAgent = (allow: AllowList, proxyFor: ProxyFor) =>
    new Agent({
      // Counted before undici sees them, because it counts less of them.
      maxHeaderSize: options.maxHeadBytes + 1,
      // The attempt's own timer covers both.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: createGuardedConnector({
        guard: createAddressGuard(allow, options.resolve, isOwnService),
        connectTimeoutMs: options.connectTimeoutMs,
        maxHeadBytes: options.maxHeadBytes,
        ca: options.ca,
        proxyFor,
        proxyTarget: options.proxyTarget,
        onConnecting: (trace) => {
          if (dispatching) dispatching.connecting = trace;
        },
      }),
    });

  const guarded = createAgent(options.allow, options.proxyFor);
  const excepted =
    allowSelfOrigin.length === 0
      ? null
      : createAgent(parseAllowList(allowSelfOrigin.map(hostAndPort).join(',')), () => null);

  return {
    send(exchange, url, dispatchOptions, isFirstHop) {
      const agent = excepted && isFirstHop && isAllowedSelfOrigin(url, allowSelfOrigin) ? excepted : guarded;
      dispatching = exchange;
      try {
        agent.dispatch({ ...dispatchOptions, origin: url.origin, path: url.pathname + url.search }, exchange);
      } finally {
        dispatching = null;
      }
    },
    async close() {
      await Promise.all([guarded.close(), excepted?.close()]);
    },
  };
}

function hostAndPort({ origin }: SelfOriginAllowance): string {
  const url = new URL(origin);
  return `${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`;
}
