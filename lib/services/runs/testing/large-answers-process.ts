import { createServer, type ServerResponse } from 'node:http';

/**
 * A remote with large answers, in a process of its own so that it takes no time from who asks: `/list?n=` a
 * list of so many small objects, `/pages?n=&of=&page=` so many on each of so many pages, `/text?n=` so many
 * characters, `/wait` nothing until its parent says so; other requests get their body back.
 */
const asked: string[] = [];
const waiting: ServerResponse[] = [];

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const count = Number(searchParams.get('n'));
    asked.push(pathname);
    response.setHeader('content-type', 'application/json');
    if (pathname === '/list') response.end(`[${new Array(count).fill('{}').join(',')}]`);
    else if (pathname === '/pages') response.end(pageOf(searchParams));
    else if (pathname === '/text') response.end(JSON.stringify('a-secret-value '.repeat(count / 15)));
    else if (pathname === '/wait') waiting.push(response);
    else response.end(Buffer.concat(chunks));
  });
});

function pageOf(query: URLSearchParams): string {
  const page = Number(query.get('page'));
  const count = page > Number(query.get('of')) ? 0 : Number(query.get('n'));
  return `[${new Array(count).fill(`{"page":${page}}`).join(',')}]`;
}

process.on('message', (message) => {
  if (message === 'asked') process.send?.(asked);
  else for (const response of waiting.splice(0)) response.end('{"waited":true}');
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port));
process.on('disconnect', () => process.exit(0));
