import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '../platform/errors';
import { ShownResponse, showCallers } from '../platform/event-loop/callers';
import { letWait } from '../platform/http/body/body-of-request';
import { problemReply } from '../platform/http/problem';
import { newId } from '../platform/ids';
import { rawResponse } from '../platform/raw-response.mjs';

const HEADERS_TIMEOUT_MS = 20_000;
/** The limit for receiving a whole request: 10 MB arrive in it over a slow line. */
const REQUEST_TIMEOUT_MS = 120_000;
const LOOK_FOR_SLOW_EVERY_MS = 5_000;
const KEEP_ALIVE_MS = 65_000;
/** A refused client has this long to close the connection too. */
const CLOSES_WITHIN_MS = 5_000;
export const MAX_CONNECTIONS = 10_000;
/** The limit for the URL and the headers together: a thousand ids in a query are 37 KB. */
export const MAX_HEADER_BYTES = 64 * 1024;

/**
 * Creates Node's HTTP server with our limits; requests that its parser refuses get a problem document too.
 */
export function createHttpServer(): Server {
  const server = createServer({
    ServerResponse: ShownResponse,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: LOOK_FOR_SLOW_EVERY_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
  });
  server.maxConnections = MAX_CONNECTIONS;
  showCallers(server);
  // By default Node sends `100 Continue` even for a request that will be refused.
  server.on('checkContinue', (request, response) => {
    letWait(request, response);
    server.emit('request', request, response);
  });
  // `CONNECT host:port`, for which Node would just close the connection.
  server.on('connect', (_, socket) => {
    socket.on('error', () => socket.destroy());
    write(new AppError('invalid_request', 'This server is not a proxy.'), socket as Socket);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => refuse(error, socket));
  return server;
}

function refuse(error: NodeJS.ErrnoException, socket: Socket): void {
  const begun = (socket as Socket & { _httpMessage?: { headersSent: boolean } })._httpMessage?.headersSent;
  if (error.code === 'ECONNRESET' || !socket.writable || begun) {
    socket.destroy();
    return;
  }
  write(refusalOf(error.code), socket);
}

/** Written directly to the socket: no request was parsed, so there is no response object. */
function write(error: AppError, socket: Socket): void {
  const requestId = newId();
  const { status, headers, body } = problemReply(error, { requestId });
  socket.setTimeout(CLOSES_WITHIN_MS, () => socket.destroy());
  socket.end(rawResponse(status, { ...headers, 'x-request-id': requestId }, body as string));
}

function refusalOf(code: string | undefined): AppError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new AppError(
      'headers_too_large',
      `The URL and the headers may have at most ${MAX_HEADER_BYTES} bytes together. ` +
        'Send fewer ids at a time.',
    );
  if (code === 'HPE_INVALID_METHOD') return new AppError('method_unknown', 'Unknown HTTP method.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new AppError('request_timeout', 'The request did not arrive in time.');
  return new AppError('invalid_request', 'This is not a well-formed HTTP/1.1 request.');
}
