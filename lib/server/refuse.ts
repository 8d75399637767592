import type { IncomingMessage, ServerResponse } from 'node:http';
import { discardBody } from '../platform/http/body/body-of-request';
import { problemReply } from '../platform/http/problem';
import { newId } from '../platform/ids';
import { send } from './send';

/** Responds with a problem document, however much of the request has arrived. */
export async function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
): Promise<void> {
  const requestId = String(response.getHeader('x-request-id') ?? newId());
  const answer = problemReply(error, { requestId });
  if (response.headersSent || response.destroyed) return void response.destroy();
  response.setHeader('x-request-id', requestId);
  // The rest of a refused body is read, so that the response arrives and the connection can be reused.
  if (answer.headers.connection !== 'close') discardBody(request);
  await send(response, answer, request.method === 'HEAD');
}
