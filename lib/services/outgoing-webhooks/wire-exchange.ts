import { showBody } from './attempt-row';
import type { Exchange } from './exchange';
import type { WebhookExchange } from './schema';
import { concealUrl } from './webhook-row';

/** Converts an exchange that is returned immediately rather than stored. */
export function wireExchange({ request, response }: Exchange): WebhookExchange {
  return {
    request: { url: concealUrl(request.url), headers: request.headers },
    response:
      response === null
        ? null
        : {
            status: response.status,
            headers: headerPairs(response.headers),
            body: showBody(response.body, response.truncated),
          },
    timing: response?.timing ?? null,
  };
}

export function headerPairs(headers: Record<string, string | string[]>): Array<[string, string]> {
  return Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, one]),
  );
}
