import { AppError } from '../errors';
import { metrics } from '../metrics/metrics';
import { handle, type Policy, type RawRequest } from './handle';
import { problemReply } from './problem';
import { Reply } from './reply';
import { type RequestIds, requestIdsOf } from './request-ids';
import type { Router } from './router';

/** Routes and answers one request. Never throws; an unknown path under the API is a 404 problem. */
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
    if (request.method === 'OPTIONS') return answered(answerOptions(router, path, ids));
    const match = router.match(request.method, path);
    if (match === null) throw nothingAt(path);
    route = match.operation.endpoint.path;
    return answered(await handle(match.operation, { ...request, ...ids, params: match.params }, policy));
  } catch (error) {
    const problem = problemReply(error, ids);
    problem.headers['x-request-id'] = ids.requestId;
    return answered(problem);
  }
}

/** Anybody may ask what a path takes. No CORS headers: other sites' pages have no business here. */
function answerOptions(router: Router, path: string, { requestId }: RequestIds): Reply {
  const allowed = router.allowed(path);
  if (allowed.length === 0) throw nothingAt(path);
  return new Reply(null, 204, { allow: allowed.join(', '), 'x-request-id': requestId });
}

const nothingAt = (path: string): AppError =>
  new AppError('not_found', `Nothing found at ${path.slice(0, 200)}.`);
