import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '../platform/errors';
import { markWork } from '../platform/event-loop/marks';
import { bodyOfRequest, discardBody } from '../platform/http/body/body-of-request';
import { problemReply } from '../platform/http/problem';
import type { Reply } from '../platform/http/reply';
import { requestIdsOf } from '../platform/http/request-ids';
import { metrics } from '../platform/metrics/metrics';
import { hasAnswersOrigin, isAnswersHost } from '../services/access/answers-origin';
import { withoutOwnCookies } from '../services/access/session-cookie';
import { captureRequest } from '../services/incoming-webhooks/capture-request';
import { receiveRequest } from '../services/incoming-webhooks/receive-request';
import { withoutMarkup } from '../services/runs/starting/author-markup';
import { addressOf } from './address-of';
import { MAX_HOOK_PARAMETERS, searchOf } from './request-limits';
import { send } from './send';

const HOOK_PATH = /^\/hooks\/([^/?#]{1,100})(\/test)?\/?$/;
const ROUTE = '/hooks/{token}';
const TEST_ROUTE = `${ROUTE}/test`;

/** Returns true for the path of a webhook, which starts runs. */
export const isHookPath = (url: string): boolean => url.startsWith('/hooks/');

/** Handles requests to the URLs of Webhook blocks: any method, any content type. Never throws. */
export async function answerHook(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const startedAt = performance.now();
  markWork(ROUTE);
  const { method = 'GET', url = '/' } = request;
  // The session of a signed-in user must not reach the author.
  const { cookie, ...others } = request.headers;
  const left = withoutOwnCookies(cookie);
  const headers = left === undefined ? others : { ...others, cookie: left };
  const mark = url.indexOf('?');
  const header = (name: string) => {
    const value = headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  };
  const ids = requestIdsOf(header);
  const callerLeft = new AbortController();
  const body = bodyOfRequest(request);
  response.on('close', () => {
    if (response.writableFinished) return;
    callerLeft.abort();
    body.abandon();
  });
  const [, token, isTest] = HOOK_PATH.exec(mark === -1 ? url : url.slice(0, mark)) ?? [];
  let answer: Reply;
  try {
    if (token === undefined) throw new AppError('not_found', 'There is no webhook at this URL.');
    answer = await (isTest ? captureRequest : receiveRequest)(token, {
      method,
      headers,
      target: url,
      ...ids,
      search: searchOf(url, MAX_HOOK_PARAMETERS),
      remoteAddress: addressOf(request),
      signal: callerLeft.signal,
      readBody: (maxBytes, payers, expandsTo) => body.read(maxBytes, payers, expandsTo),
      expandBody: (read, codings) => body.expand(read, codings),
      releaseBody: () => body.release(),
    });
  } catch (error) {
    answer = problemReply(error, ids);
  } finally {
    body.release();
  }
  if (hasAnswersOrigin() && !isAnswersHost(headers.host)) answer = withoutMarkup(answer);
  answer.headers['x-request-id'] = ids.requestId;
  answer.headers['cache-control'] ??= 'no-store';
  const seconds = (performance.now() - startedAt) / 1000;
  metrics().requestAnswered({ method, route: isTest ? TEST_ROUTE : ROUTE, status: answer.status, seconds });
  discardBody(request);
  await send(response, answer, method === 'HEAD');
}
