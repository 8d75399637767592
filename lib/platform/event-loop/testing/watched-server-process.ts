import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ShownResponse, showCallers } from '../callers';
import { limitStall } from '../marks';
import { watchLoop } from '../watch-loop';

/**
 * A watched process, forked by a test, whose server answers `/quick`, begins a response to `/stream`, never
 * responds to `/wait`, and blocks its event loop at `/hang`. It reports its port, and each request.
 */
watchLoop({ whenOrphaned: 'drains', note: null });
limitStall(Number(process.argv[2]));

const server = createServer({ ServerResponse: ShownResponse }, (request, response) => {
  process.send?.({ asked: request.url }, () => {
    if (request.url === '/hang') for (;;);
  });
  if (request.url === '/quick') response.end('done');
  if (request.url === '/stream') response.write('begun');
});
showCallers(server);
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
