import { once } from 'node:events';
import net from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { findFreePort, parsePort, requireFreePort } from './ports.mjs';

const servers: net.Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

test.each(['0', '65536', 'abc', '-1', '3000.5', '3000x', ''])(
  'PORT=%s is refused with the range that is allowed',
  (text) => {
    expect(() => parsePort(text)).toThrow(/whole number from 1 to 65535/);
  },
);

test('a port is read as a number', () => {
  expect(parsePort('8080')).toBe(8080);
});

test('a taken port is refused in a sentence that names another', async () => {
  const server = net.createServer().listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  await expect(requireFreePort(port, '127.0.0.1')).rejects.toThrow(
    `Port ${port} is taken by another program: stop that one, ` +
      `or choose another with PORT=${port + 1} npm start.`,
  );
});

test('a free port passes and is still free afterwards', async () => {
  const port = await findFreePort();
  await requireFreePort(port, '127.0.0.1');
  await requireFreePort(port, '127.0.0.1');
});

test('an address of another machine is refused', async () => {
  await expect(requireFreePort(await findFreePort(), '192.0.2.1')).rejects.toThrow(
    /not an address of this machine/,
  );
});
