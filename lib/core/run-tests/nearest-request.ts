import { isJsonObject } from '../../platform/text/exact-number';
import { iterationOf } from '../engine/request-key';
import type { SentRequest } from './expected';

type Asked = Pick<SentRequest, 'step' | 'blockId' | 'request'>;

/**
 * Returns the recorded request that is most like one without an answer: another iteration of its block before
 * one to the same address, before one to the same server. Null if none is alike.
 */
export function nearestRequest(asked: Asked, recorded: readonly SentRequest[]): SentRequest | null {
  let nearest: SentRequest | null = null;
  let most = 0;
  for (const request of recorded) {
    const score = likeness(asked, request);
    if (score <= most) continue;
    most = score;
    nearest = request;
  }
  return nearest;
}

function likeness(asked: Asked, recorded: SentRequest): number {
  const [a, b] = [partsOf(asked.request), partsOf(recorded.request)];
  const isSameBlock = iterationOf(asked.step).blockId === iterationOf(recorded.step).blockId;
  const isSameServer = a.origin !== null && a.origin === b.origin;
  const isSamePath = isSameServer && a.path === b.path;
  if (!isSameBlock && !isSameServer) return 0;
  return (
    (isSameBlock ? 8 : 0) +
    (isSamePath ? 4 : 0) +
    (isSameServer ? 2 : 0) +
    (a.method === b.method && a.method !== null ? 1 : 0)
  );
}

/** Splits an address without reading it: it may have names of secrets in it, which no URL parser takes. */
function partsOf(request: unknown): { method: unknown; origin: string | null; path: string } {
  const { method = null, url } = isJsonObject(request) ? request : {};
  if (typeof url !== 'string') return { method, origin: null, path: '' };
  const scheme = url.indexOf('://');
  const from = url.indexOf('/', scheme === -1 ? 0 : scheme + 3);
  const origin = from === -1 ? url : url.slice(0, from);
  const query = url.indexOf('?', origin.length);
  return { method, origin, path: url.slice(origin.length, query === -1 ? url.length : query) };
}
