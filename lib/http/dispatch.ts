import { AppError } from '../errors';
import { newId } from '../ids';
import { type Authenticate, handle, type RawRequest } from './handle';
import { problemReply } from './problem';
import { Reply } from './reply';
import type { Router } from './router';

/** Routes and answers one request. Never throws; an unknown path under the API is a 404 problem. */
export async function dispatch(
  router: Router,
  authenticate: Authenticate,
  path: string,
  request: Omit<RawRequest, 'params'>,
): Promise<Reply> {
  try {
    if (request.method === 'OPTIONS') return answerOptions(router, path);
    const match = router.match(request.method, path);
    if (match === null) throw nothingAt(path);
    return await handle(match.operation, { ...request, params: match.params }, authenticate);
  } catch (error) {
    const requestId = newId();
    const problem = problemReply(error, requestId);
    problem.headers['x-request-id'] = requestId;
    return problem;
  }
}

/** Anybody may ask what a path takes. No CORS headers: other sites' pages have no business here. */
function answerOptions(router: Router, path: string): Reply {
  const allowed = router.allowed(path);
  if (allowed.length === 0) throw nothingAt(path);
  return new Reply(null, 204, { allow: allowed.join(', '), 'x-request-id': newId() });
}

const nothingAt = (path: string): AppError =>
  new AppError('not_found', `There is nothing at ${path.slice(0, 200)}.`);
