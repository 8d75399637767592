import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ChanceServer {
  origin: string;
  close(): void;
}

/**
 * Starts a server whose responses differ each time: failures, closed connections, binary data, exact numbers,
 * the secret that it was sent, and JSON, some of them late. `next` returns numbers from 0 to 1.
 */
export async function startChanceServer(next: () => number): Promise<ChanceServer> {
  let answered = 0;
  const server = createServer((request, response) => {
    answered += 1;
    const answer = () => {
      const roll = next();
      response.setHeader('date', new Date(roll * 1e12).toUTCString());
      if (roll < 0.15) response.writeHead(500).end('{"why": "chance"}');
      else if (roll < 0.2) response.writeHead(404).end('not here');
      else if (roll < 0.25) request.socket.destroy();
      else if (roll < 0.35)
        response
          .writeHead(200, { 'content-type': 'image/png' })
          .end(Buffer.from([137, 80, answered & 255, 0]));
      else if (roll < 0.4)
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end('{"exact": 12345678901234567890.125}');
      else if (roll < 0.45) response.writeHead(200).end(String(request.headers['x-token']));
      else {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ n: answered, list: [roll, null, 'ü<x>'], url: request.url }));
      }
    };
    if (next() < 0.5) answer();
    else setTimeout(answer, next() * 8);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
