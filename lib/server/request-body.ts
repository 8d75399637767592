import { IncomingMessage } from 'node:http';

/**
 * Returns the same request with a body that has arrived already: its handler never waits for bytes, nor
 * gets more of them.
 */
export function withBody(request: IncomingMessage, body: Buffer): IncomingMessage {
  const whole = new IncomingMessage(request.socket);
  const { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = request;
  Object.assign(whole, { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor });
  whole.push(body);
  whole.push(null);
  whole.complete = true;
  return whole;
}
