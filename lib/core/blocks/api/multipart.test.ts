import { afterEach, describe, expect, it } from 'vitest';
import { startHttpServer } from '../../../platform/outbound-http/testing/loopback-server';
import { createTestBed } from '../../../platform/outbound-http/testing/outbound-test-client';
import type { ResolvedBody } from '../body';
import { runApi } from './testing/run-api';

const bed = createTestBed();
afterEach(() => bed.closeAll());

type Rows = Extract<ResolvedBody, { kind: 'multipart' }>['rows'];

/** Sends rows and parses the received body by its header alone. */
async function received(headers: Array<[string, string]>, rows: Rows) {
  const server = await bed.serve(startHttpServer((_request, response) => response.end()));
  const { client } = bed.open();
  await runApi(
    { url: server.origin, method: 'POST', headers, body: { kind: 'multipart', rows } },
    { http: client },
  );
  const [request] = server.received;
  const contentType = request?.headers['content-type'] ?? '';
  return { contentType, body: request?.body ?? '' };
}

describe('a multipart body', () => {
  it.each<[string, Array<[string, string]>, RegExp]>([
    ['of no header', [], /^multipart\/form-data; boundary=millrace-[0-9a-f]{40}$/],
    [
      'of a pasted one',
      [['Content-Type', 'multipart/form-data']],
      /^multipart\/form-data; boundary=millrace-[0-9a-f]{40}$/,
    ],
    [
      'of one with another boundary',
      [['content-type', ' Multipart/Form-Data; boundary=----WebKitFormBoundaryX; charset=utf-8']],
      /^Multipart\/Form-Data; charset=utf-8; boundary=millrace-[0-9a-f]{40}$/,
    ],
    [
      'of another kind',
      [['Content-Type', 'multipart/related; type="application/json"; boundary="a;b"']],
      /^multipart\/related; type="application\/json"; boundary=millrace-[0-9a-f]{40}$/,
    ],
  ])('%s has the boundary that separates its parts', async (_what, headers, expected) => {
    const { contentType, body } = await received(headers, [
      ['a', '1'],
      ['b', '2'],
    ]);
    expect(contentType).toMatch(expected);
    const [, boundary] = /boundary=(.*)$/.exec(contentType) ?? [];
    expect(body.split(`--${boundary}`)).toHaveLength(4);
    const read = new Response(body, {
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    });
    expect([...(await read.formData())]).toEqual([
      ['a', '1'],
      ['b', '2'],
    ]);
  });

  it('of a type that is none stays as its author wants it', async () => {
    const { contentType } = await received([['Content-Type', 'application/octet-stream']], [['a', '1']]);
    expect(contentType).toBe('application/octet-stream');
  });

  it('says what each part is', async () => {
    const { body } = await received(
      [],
      [['recipe', { text: '{"name":"x"}', contentType: 'application/json', filename: null }]],
    );
    expect(body).toMatch(/name="recipe"\r\nContent-Type: application\/json\r\n\r\n\{"name":"x"\}\r\n/);
  });
});
