import { type Attack, tally } from './attack';
import { dripUntilClosed, openSockets, postBytes } from './raw-sockets';

const BODY_BYTES = 210 * 1024 * 1024;
const FRAMINGS: ReadonlyArray<Record<string, string>> = [
  { 'content-length': String(BODY_BYTES) },
  { 'transfer-encoding': 'chunked' },
];
const ANSWER_MS = 120_000;
const MARK = 'forged-by-the-bench';

/** Requests of a person who is not signed in: none may be expensive. */
const hugeBodies: Attack = {
  name: '210 MB to /api/auth/*',
  run: async ({ origin }) => {
    const answers = [];
    for (const path of ['/api/auth/_log', '/api/auth/callback/credentials', '/api/auth/no-such-action'])
      for (const length of FRAMINGS)
        answers.push(
          await postBytes(
            origin + path,
            BODY_BYTES,
            { 'content-type': 'application/json', ...length },
            ANSWER_MS,
          ),
        );
    const wrong = answers.filter((answer) => !/^4|closed/.test(answer));
    return { answers, wrong: wrong.length > 0 ? [`not refused: ${tally(wrong)}`] : [] };
  },
};

const forgedLines: Attack = {
  name: 'forged lines to /api/auth/_log',
  run: async ({ origin, output }) => {
    const body = JSON.stringify({ level: 'error', code: `X\n[audit] ${MARK}`, message: `\u001b[31m${MARK}` });
    const headers = { 'content-type': 'application/json' };
    const { status } = await fetch(`${origin}/api/auth/_log`, { method: 'POST', headers, body });
    return {
      answers: [String(status)],
      wrong: output().includes(MARK) ? ['its text is in the server’s output'] : [],
    };
  },
};

const UPGRADES = 300;
const UPGRADE_MS = 10_000;

const upgrades: Attack = {
  name: '300 upgrade sockets',
  run: async ({ port }) => {
    const sockets = await openSockets(
      port,
      UPGRADES,
      'GET /_next/webpack-hmr HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    const open = await dripUntilClosed(sockets, UPGRADE_MS, '');
    return { answers: sockets.map(() => 'opened'), wrong: open > 0 ? [`${open} are open after 10 s`] : [] };
  },
};

/** A request may take 120 s, and the server looks for slower ones every 5 s. */
const SLOW_MS = 130_000;

const slowBodies: Attack = {
  name: '200 slow or idle sockets',
  run: async ({ port, apiKey }) => {
    const post = (path: string): string =>
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${apiKey}\r\n` +
      `content-type: application/json\r\ncontent-length: 100000\r\n\r\n`;
    const kinds: Array<[what: string, count: number, head: string, byte: string]> = [
      ['API bodies', 100, post('/api/v1/workflows'), ' '],
      ['sign-in bodies', 50, post('/api/auth/callback/credentials'), ' '],
      ['headers', 25, 'GET /api/health HTTP/1.1\r\nx-slow: ', 'a'],
      ['idle', 25, '', ''],
    ];
    const wrong = await Promise.all(
      kinds.map(async ([what, count, head, byte]) => {
        const open = await dripUntilClosed(await openSockets(port, count, head), SLOW_MS, byte);
        return open > 0 ? [`${open} of ${count} (${what}) are open after ${SLOW_MS / 1000} s`] : [];
      }),
    );
    return { answers: Array.from({ length: 200 }, () => 'opened'), wrong: wrong.flat() };
  },
};

export const ANONYMOUS: readonly Attack[] = [hugeBodies, forgedLines, upgrades, slowBodies];
