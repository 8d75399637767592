// @ts-check
import { STATUS_CODES } from 'node:http';

/**
 * Returns a whole HTTP response that ends its connection, for where there is no response object. It is plain
 * JavaScript because a thread and the supervisor load it unbuilt.
 * @param {number} status @param {Record<string, string | number>} headers @param {string} body
 */
export function rawResponse(status, headers, body) {
  const lines = Object.entries({
    ...headers,
    'x-content-type-options': 'nosniff',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}
