import type { MakeBlockCases } from '../../testing/block-cases';

const NEVER = { when: 'never' };

export const makeCases: MakeBlockCases = (server) => ({
  succeeds: [{ url: `${server}/ok` }, { url: `${server}/ok`, method: 'POST', responseType: 'text' }],
  fails: [
    { url: `${server}/missing` },
    { url: `${server}/ok`, pagination: { kind: 'page', items: 'nowhere' } },
    { url: 'http://127.0.0.1:1/', retry: NEVER },
    { url: `${server}/never`, timeoutMs: 1000, retry: NEVER },
  ],
  lasts: { url: `${server}/never`, timeoutMs: 60_000 },
});
