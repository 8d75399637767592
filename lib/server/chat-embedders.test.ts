import { expect, test } from 'vitest';
import { embeddersOf } from './chat-embedders';

const chatOf = (embedOrigins: string[]) => async (path: string) =>
  path === '/api/v1/chat/help' ? JSON.stringify({ data: { embedOrigins } }) : null;

test('the page of a chat may be framed by the origins it names, other pages by none', async () => {
  const ask = chatOf(['https://shop.example', 'http://localhost:8080/']);
  for (const url of ['/chat/help', '/chat/help?embed=1'])
    expect(await embeddersOf(url, ask)).toEqual(['https://shop.example', 'http://localhost:8080']);
  for (const url of [
    '/',
    '/chat',
    '/chat/other',
    '/chat/help/more',
    '/w/help',
    '/chat/%2e%2e',
    '/sign-in?next=/chat/help',
  ])
    expect(await embeddersOf(url, ask)).toEqual([]);
});

test('what is no origin never gets into the policy', async () => {
  const hostile = ["https://a.example; script-src 'unsafe-inline'", '*', 'https://*.example', "'self'"];
  expect(await embeddersOf('/chat/help', chatOf([...hostile, 'javascript:alert(1)', 'data:,x']))).toEqual([]);
});
