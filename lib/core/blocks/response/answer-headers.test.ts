import { describe, expect, test } from 'vitest';
import { checkWorkflow } from '../../workflow/check-workflow';
import { WorkflowDocument } from '../../workflow/schema';
import type { ExecutionContext } from '../block';
import { isSentHeader } from './answer-headers';
import { executeResponse } from './executor';

const ACTING = [
  'WWW-Authenticate',
  'Proxy-Authenticate',
  'NEL',
  'Report-To',
  'Reporting-Endpoints',
  'Alt-Svc',
  'Refresh',
  'X-Accel-Redirect',
  'X-Accel-Buffering',
  'X-Sendfile',
  'X-LIGHTTPD-send-file',
  'X-Reproxy-URL',
  'Clear-Site-Data',
  'Set-Login',
  'Speculation-Rules',
  'Set-Cookie',
  'Set-Cookie2',
  'Service-Worker-Allowed',
  'Strict-Transport-Security',
  'Content-Security-Policy',
  'Content-Security-Policy-Report-Only',
  'Cross-Origin-Opener-Policy',
  'Permissions-Policy',
  'Origin-Agent-Cluster',
  'SourceMap',
  'X-SourceMap:',
  'Access-Control-Allow-Credentials',
  'Access-Control-Allow-Private-Network',
  'Public-Key-Pins',
  'Expect-CT',
  'X-Frame-Options',
  'X-Content-Type-Options',
  'X-XSS-Protection',
  'X-DNS-Prefetch-Control',
  'X-Forwarded-Host',
  'X-Real-IP',
  'X-Envoy-Immediate-Health-Check-Fail',
  'X-Middleware-Rewrite',
  'Content-Length',
  'Transfer-Encoding',
  'Connection',
  'Upgrade',
  'Trailer',
  'Date',
  'Server',
  'Via',
  'X-Request-Id',
  'X-Execution-Id',
  'X',
  'X-',
  '',
  'X-A B',
  'X-A\r\nSet-Cookie',
  ' set-cookie ',
];
const TELLING = [
  'Content-Type',
  'content-disposition',
  'CONTENT-LANGUAGE',
  'Cache-Control',
  'ETag',
  'Vary',
  ' Expires ',
  'Location',
  'Link',
  'Retry-After',
  'Access-Control-Allow-Origin',
  'RateLimit-Remaining',
  'X-Seen',
  'x-api-version',
  'X-Total-Count',
  'X-Robots-Tag',
  'X-Hub.Mode_1',
];

describe('a header of an answer', () => {
  test.each(ACTING)('that acts on something is not sent: %j', (name) => {
    expect(isSentHeader(name)).toBe(false);
  });

  test.each(TELLING)('that tells of the answer, or is the author’s own, is: %s', (name) => {
    expect(isSentHeader(name)).toBe(true);
  });
});

const documentWith = (headers: ReadonlyArray<{ key: string; enabled?: boolean }>): WorkflowDocument => {
  const position = { x: 0, y: 0 };
  const config = { status: 200, headers: headers.map((row) => ({ value: 'x', ...row })) };
  return WorkflowDocument.parse({
    blocks: {
      start: { id: 'start', type: 'start', name: 'start', position, config: {} },
      r: { id: 'r', type: 'response', name: 'r', position, config },
    },
    edges: [{ id: 'e', source: 'start', sourceHandle: 'out', target: 'r' }],
  });
};

test('one that will not be sent is a warning while editing, which nothing is refused for', () => {
  const written = ['X-Fine', 'NEL', '<start.name>', 'X-<start.name>', '{{NAME}}', ''].map((key) => ({ key }));
  const off = { key: 'Refresh', enabled: false };
  const problems = checkWorkflow(documentWith([...written, off]), { variables: ['NAME'] });
  const about = problems.filter(({ code }) => code === 'CONFIG_DOUBTFUL');
  expect(about).toEqual([
    expect.objectContaining({ blockId: 'r', field: 'headers.1.key', severity: 'warning', refuses: false }),
  ]);
  expect(about[0]!.message).toMatch(/^The header NEL is not sent: \w/);
});

test('one that is not sent is a warning of the run, once for each name', async () => {
  const headers = [
    ['X-Fine', '1'],
    ['Refresh', '0; url=/'],
    ['Refresh', '1'],
    ['NEL', '{}'],
  ] as const;
  const result = await executeResponse({ status: 200, headers, body: null }, {} as ExecutionContext);
  expect(result).toMatchObject({ ok: true, output: { headers } });
  expect(result.warnings).toEqual([
    expect.stringMatching(/^The header Refresh is not sent/),
    expect.stringMatching(/^The header NEL is not sent/),
  ]);
});
