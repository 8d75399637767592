import { createServer } from 'node:http';
import { SHAPES } from './hostile-shapes';

/**
 * Answers `/<shape>` with that shape as JSON and echoes every other request's body. A separate process,
 * like a remote server.
 */
const bodies = new Map(Object.entries(SHAPES).map(([name, make]) => [`/${name}`, Buffer.from(make())]));

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = bodies.get(request.url ?? '') ?? Buffer.concat(chunks);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
    response.end(body);
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) process.send?.({ port: address.port });
});
process.on('disconnect', () => process.exit(0));
