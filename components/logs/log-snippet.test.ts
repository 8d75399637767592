import { expect, it } from 'vitest';
import { listSnippets } from './log-snippet';

it('writes the filters as the API takes them, safe inside shell quotes', () => {
  const { curl } = listSnippets('http://localhost:3000', 'w1', { level: 'error', model: "o'neil" });
  expect(curl).toContain("'http://localhost:3000/api/v1/logs?workspaceId=w1&level=error&model=o%27neil'");
  expect(curl).toContain('x-api-key: $MILLRACE_API_KEY');
});
