import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';

const SCRIPTS = path.join(import.meta.dirname, '../../scripts');

interface Lifetime {
  onEnd(end: () => unknown): void;
}

/** Starts the product as `npm start` does, on a free port, until `lifetime` ends. */
export async function startProduct(
  lifetime: Lifetime,
  env: NodeJS.ProcessEnv,
): Promise<{ url: string; child: ChildProcess }> {
  const port = await freePort();
  const child = fork(path.join(SCRIPTS, 'start.mjs'), {
    env: { ...env, PORT: String(port), NEXTAUTH_URL: `http://127.0.0.1:${port}` },
    execArgv: [],
  });
  const exited = once(child, 'exit');
  lifetime.onEnd(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  await Promise.race([
    once(child, 'message'),
    exited.then(() => Promise.reject(new Error('The product did not start.'))),
  ]);
  return { url: `http://127.0.0.1:${port}`, child };
}

/** An owner, a workspace and a key, as the command line makes them. */
export async function bootstrap(env: NodeJS.ProcessEnv): Promise<{ apiKey: string; workspaceId: string }> {
  const args = ['bootstrap', '--email', 'bench@example.com', '--password', 'bench-password-1', '--workspace', 'Bench', '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, [path.join(SCRIPTS, 'cli.mjs'), ...args], { env });
  return JSON.parse(stdout);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('No free port.');
  return address.port;
}
