import { createServer } from 'node:http';
import { type LoopbackServer, listen } from '../../../platform/outbound-http/testing/loopback-server';

/** A request exactly as it came in. */
export interface WireCopy {
  method: string;
  url: string;
  /** Headers in order, as spelled. */
  headers: Array<[name: string, value: string]>;
  body: Buffer;
}

export interface EchoServer extends LoopbackServer {
  received: WireCopy[];
}

/** Starts a server that records every request to the byte and responds with it as JSON. */
export async function startEchoServer(): Promise<EchoServer> {
  const received: WireCopy[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', rawHeaders } = request;
      const headers: WireCopy['headers'] = [];
      for (let at = 0; at < rawHeaders.length; at += 2)
        headers.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '']);
      const body = Buffer.concat(chunks);
      received.push({ method, url, headers, body });
      response.setHeader('Content-Type', 'application/json');
      response.end(
        JSON.stringify({ method, url, headers, text: body.toString(), base64: body.toString('base64') }),
      );
    });
  });
  return { ...(await listen(server)), received };
}
