import { AppError } from '../errors';
import { newId } from '../ids';
import { type Authenticate, handle, type RawRequest } from './handle';
import { problemReply } from './problem';
import type { Reply } from './reply';
import type { Router } from './router';

/** Routes and answers one request. Never throws; an unknown path under the API is a 404 problem. */
export async function dispatch(
  router: Router,
  authenticate: Authenticate,
  path: string,
  request: Omit<RawRequest, 'params'>,
): Promise<Reply> {
  try {
    const match = router.match(request.method, path);
    if (match === null) throw new AppError('not_found', `There is nothing at ${path.slice(0, 200)}.`);
    return await handle(match.operation, { ...request, params: match.params }, authenticate);
  } catch (error) {
    const requestId = newId();
    const problem = problemReply(error, requestId);
    problem.headers['x-request-id'] = requestId;
    return problem;
  }
}
