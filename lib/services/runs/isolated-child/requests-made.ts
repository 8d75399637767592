import type { OutboundClient, OutboundResult } from '../../../platform/outbound-http/contract';
import { wrapClient } from '../../../platform/outbound-http/wrap-client';
import type { MadeRequest } from '../isolated/protocol';

interface Made {
  request: MadeRequest;
  result: Promise<OutboundResult>;
  answer: (result: OutboundResult) => void;
  used: boolean;
}

/**
 * Requests that a run made before it came here: asked for again they are answered with what came, and not
 * sent a second time.
 */
export class RequestsMade {
  readonly #made: Made[];

  constructor(requests: readonly MadeRequest[]) {
    this.#made = requests.map((request) => {
      let answer: (result: OutboundResult) => void = () => undefined;
      const result = new Promise<OutboundResult>((resolve) => {
        answer = resolve;
      });
      if (request.result !== null) answer(request.result);
      return { request, result, answer, used: false };
    });
  }

  answer(index: number, result: OutboundResult): void {
    this.#made[index]?.answer(result);
  }

  /** `client`, for what has not been asked yet. */
  before(client: OutboundClient): OutboundClient {
    return wrapClient(client, (request, options) => {
      const key = options?.idempotencyKey ?? null;
      const made = this.#made.find(
        ({ used, request: { idempotencyKey, method, url } }) =>
          !used && idempotencyKey === key && method === request.method && url === request.url,
      );
      if (made === undefined) return client.request(request, options);
      made.used = true;
      return made.result;
    });
  }
}
