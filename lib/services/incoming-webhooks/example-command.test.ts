import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { RequestCheck } from '../../core/blocks/webhook-trigger/request-check';
import { exampleCommand } from './example-command';
import { whyNotGenuine } from './verify-request';

const execute = promisify(execFile);
const SECRET = 'it\'s $a "secret"';

/** Runs the example command with the secret filled in; returns its request and the verdict on it. */
async function sentBy(check: RequestCheck, method?: string, secret = SECRET) {
  let judged: string | null = 'nothing came';
  let text = '';
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    text = `${request.method} ${body}`;
    const header = (name: string) => request.headers[name] as string | undefined;
    const called = {
      method: request.method ?? '',
      urls: [`http://${request.headers.host}${request.url}`],
    };
    judged = whyNotGenuine(check, secret, { ...called, header, body, nowMs: Date.now() });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const command = exampleCommand(`http://127.0.0.1:${port}/it's`, check, method);
  const filled = command.replace("'the value of HOOK_SECRET'", `'${secret.replaceAll("'", "'\\''")}'`);
  await execute('sh', ['-c', filled]).finally(() => server.close());
  return { judged, text };
}

test.each([
  { kind: 'none' },
  { kind: 'header', header: 'X-Key' },
  { kind: 'github' },
  { kind: 'stripe' },
  { kind: 'slack' },
  { kind: 'millrace' },
  { kind: 'hmac', algorithm: 'sha256', encoding: 'hex', prefix: 'sha256=' },
  { kind: 'hmac', algorithm: 'sha1', encoding: 'base64', prefix: '$sig ' },
  { kind: 'hmac', algorithm: 'sha512', template: '$v "{method}" `{path}`\\{timestamp}:{body}{url}' },
  { kind: 'hmac', template: '{header:X-Id}.{timestamp}.{body}', timestampHeader: 'X-Time' },
  { kind: 'query', parameter: 'hub.verify_token' },
  { kind: 'gitlab' },
  { kind: 'paddle' },
  { kind: 'zendesk' },
  { kind: 'trello' },
])('the command for a check of $kind sends a request that passes it', async (settings) => {
  const check = RequestCheck.parse({ ...settings, token: '{{HOOK_SECRET}}' });
  expect(await sentBy(check)).toEqual({ judged: null, text: 'POST {"hello": "world"}' });
  expect((await sentBy(check, 'GET')).judged).toBe(null);
});

test('the command for Basic authentication names its user', async () => {
  const check = RequestCheck.parse({ kind: 'basic', username: 'ada l', password: '{{HOOK_SECRET}}' });
  expect((await sentBy(check)).judged).toBe(null);
});

test('the command decodes a secret that is written in base64 or hex', async () => {
  const secret = Buffer.from('whsec_0'.repeat(3)).toString('base64');
  for (const kind of ['standard-webhooks', 'svix'])
    expect(
      (await sentBy(RequestCheck.parse({ kind, token: '{{HOOK_SECRET}}' }), 'POST', secret)).judged,
    ).toBe(null);
  const hex = { kind: 'hmac', secretEncoding: 'hex', token: '{{HOOK_SECRET}}' };
  expect((await sentBy(RequestCheck.parse(hex), 'POST', 'c0ffee00')).judged).toBe(null);
});

test.each(['discord', 'sendgrid', 'twilio', 'contentful', 'mailgun', 'hubspot'])(
  'the command says that only %s can sign',
  (kind) => {
    expect(exampleCommand('https://a.example', RequestCheck.parse({ kind }))).toContain(
      '# Only the sender can sign a request, so this one is refused.',
    );
  },
);

test('a secret that was typed in is not in the command', () => {
  const check = RequestCheck.parse({ kind: 'github', token: 'sh-sh-sh' });
  expect(exampleCommand('https://a.example', check)).not.toContain('sh-sh-sh');
});
