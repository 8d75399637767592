import { AppError, isAppError } from '../errors';
import { metrics } from '../metrics/metrics';
import { countRefusedMethod, handle, type Policy, type RawRequest } from './handle';
import { problemReply } from './problem';
import { Reply } from './reply';
import { type RequestIds, requestIdsOf } from './request-ids';
import type { Match, Router } from './router';

/** Routes one request and responds to it. Never throws; an unknown path under the API is a 404 problem. */
export async function dispatch(
  router: Router,
  policy: Policy,
  path: string,
  request: Omit<RawRequest, 'params' | keyof RequestIds>,
): Promise<Reply> {
  const startedAt = performance.now();
  const ids = requestIdsOf(request.header);
  let route = 'none';
  const answered = (reply: Reply): Reply => {
    const seconds = (performance.now() - startedAt) / 1000;
    metrics().requestAnswered({ method: request.method, route, status: reply.status, seconds });
    return reply;
  };
  try {
    if (request.method === 'OPTIONS') return answered(await answerOptions(router, path, request.header, ids));
    const match = await matchOrRefuse(router, policy, path, { ...request, ...ids });
    if (match === null) throw nothingAt(path);
    route = match.operation.endpoint.path;
    return answered(await handle(match.operation, { ...request, ...ids, params: match.params }, policy));
  } catch (error) {
    const problem = problemReply(error, ids);
    problem.headers['x-request-id'] = ids.requestId;
    return answered(problem);
  }
}

/** @throws AppError method_not_allowed, with the remaining calls where calls are counted; invalid_request */
async function matchOrRefuse(
  router: Router,
  policy: Policy,
  path: string,
  request: Omit<RawRequest, 'params'>,
): Promise<Match | null> {
  try {
    return router.match(request.method, path);
  } catch (error) {
    if (!isAppError(error) || error.code !== 'method_not_allowed') throw error;
    const methods = router.allowed(path).filter((method) => method !== 'OPTIONS');
    const matches = methods.flatMap((method) => router.match(method, path) ?? []);
    const { operation, params } =
      matches.find(({ operation }) => operation.endpoint.rateLimit !== undefined) ?? matches[0]!;
    const counted = await countRefusedMethod(operation, { ...request, params }, policy);
    const { code, message, headers } = counted?.refusal ?? error;
    throw new AppError(code, message, { headers: { ...headers, ...counted?.headers } });
  }
}

/**
 * Answers OPTIONS for any caller. Only operations that are meant for pages of other sites have CORS
 * headers: no others may be called from there.
 */
async function answerOptions(
  router: Router,
  path: string,
  header: RawRequest['header'],
  { requestId }: RequestIds,
): Promise<Reply> {
  const allowed = router.allowed(path);
  if (allowed.length === 0) throw nothingAt(path);
  const headers = { allow: allowed.join(', '), 'x-request-id': requestId };
  const wanted = header('access-control-request-method');
  if (wanted === undefined || !allowed.includes(wanted)) return new Reply(null, 204, headers);
  const { operation, params } = router.match(wanted, path)!;
  return new Reply(null, 204, { ...(await operation.crossOrigin?.(params, header)), ...headers });
}

const nothingAt = (path: string): AppError =>
  new AppError('not_found', `Nothing found at ${path.slice(0, 200)}.`);
