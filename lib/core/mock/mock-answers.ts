import { nearestRequest } from '../run-tests/nearest-request';
import { type AskedRequest, isMatch } from './match-exchange';
import type { RecordedExchange, RecordedResponse } from './recorded-exchange';

interface Unanswered {
  kind: 'unanswered';
  /** The recorded request that is most like it; null if none is alike. */
  nearest: RecordedExchange | null;
}

/** Answers requests with what was recorded for them. */
export class MockAnswers {
  /** The exchanges that have answered. */
  readonly #used = new Set<RecordedExchange>();

  constructor(readonly exchanges: readonly RecordedExchange[]) {}

  /** The recorded hosts, with the number of their exchanges. */
  get hosts(): Map<string, number> {
    const hosts = new Map<string, number>();
    for (const { host } of this.exchanges) hosts.set(host, (hosts.get(host) ?? 0) + 1);
    return hosts;
  }

  /** A request that was recorded several times gets its responses in their order, then the last one again. */
  answer(asked: AskedRequest): RecordedResponse | Unanswered {
    const matching = this.exchanges.filter((exchange) => isMatch(asked, exchange));
    const next = matching.find((exchange) => !this.#used.has(exchange)) ?? matching.at(-1);
    if (next === undefined) return { kind: 'unanswered', nearest: this.#nearest(asked) };
    this.#used.add(next);
    return next.response;
  }

  #nearest({ method, host, path }: AskedRequest): RecordedExchange | null {
    const known = this.exchanges.find((exchange) => exchange.host === host);
    const url = `${schemeOf(known?.sent.request)}${host}${path}`;
    const asked = { step: '', blockId: '', request: { method, url } };
    const nearest = nearestRequest(
      asked,
      this.exchanges.map(({ sent }) => sent),
    );
    return this.exchanges.find(({ sent }) => sent === nearest) ?? null;
  }
}

function schemeOf(request: unknown): string {
  const { url = '' } = (request ?? {}) as { url?: unknown };
  return String(url).startsWith('http://') ? 'http://' : 'https://';
}

/** `POST api.example.com/orders?page=2`. */
export const requestWords = ({
  method,
  host,
  path,
  search,
}: Pick<AskedRequest, 'method' | 'host' | 'path' | 'search'>): string =>
  `${method} ${host}${path}${search === '' ? '' : `?${search}`}`;
