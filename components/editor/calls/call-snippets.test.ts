import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { callSnippet, mcpConfiguration, sampleInput } from './call-snippets';

const HOSTILE = `O'Hare "x" $HOME \`id\` \\n ä\n\t'''`;
const inputs = [
  { name: 'city', type: 'string' as const, required: true, default: HOSTILE },
  { name: 'n', type: 'number' as const, required: true },
  { name: 'deep', type: 'object' as const, required: false, default: { a: [null, true, false, 1.5] } },
];
const called = { origin: 'http://127.0.0.1:1', workflowId: 'w', inputs };

it('takes defaults where there are some, else a value of the right type', () => {
  expect(sampleInput(inputs)).toEqual({ city: HOSTILE, n: 1, deep: { a: [null, true, false, 1.5] } });
});

describe('any text of a default arrives as it is', () => {
  it('in curl, through the shell', async () => {
    const command = callSnippet('curl', called, 'envelope').replace(/^curl '[^']*'/, "printf '%s\\n'");
    const { stdout } = await promisify(execFile)('bash', ['-c', command]);
    const body = stdout.slice(stdout.indexOf('--data-raw\n') + '--data-raw\n'.length);
    expect(JSON.parse(body)).toEqual({ input: sampleInput(inputs) });
  });

  it('in TypeScript', () => {
    const code = callSnippet('typescript', called, 'response');
    const body = /body: (JSON\.stringify\([\s\S]*\)),\n\}\);/.exec(code)![1]!;
    expect(JSON.parse(new Function(`return ${body}`)())).toEqual({ input: sampleInput(inputs) });
  });

  it.runIf(process.platform !== 'win32')('in Python', async () => {
    const code = callSnippet('python', called, 'envelope');
    const body = /data=(json\.dumps\([\s\S]*\))\.encode\(\)/.exec(code)![1]!;
    const found = await promisify(execFile)('python3', ['-c', `import json\nprint(${body})`]).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null; // Python is not installed: the test can't run
        throw error;
      },
    );
    if (found !== null) expect(JSON.parse(found.stdout)).toEqual({ input: sampleInput(inputs) });
  });
});

it('a key is written into the code, and no environment variable is needed then', () => {
  const apiKey = 'millrace_live_x';
  for (const language of ['curl', 'typescript', 'python'] as const)
    for (const mode of ['envelope', 'response', 'async'] as const) {
      const code = callSnippet(language, { ...called, apiKey }, mode);
      expect(code).toContain(apiKey);
      expect(code).not.toMatch(/MILLRACE_API_KEY|environ|process\.env|import os/);
    }
  expect(mcpConfiguration('http://127.0.0.1:1/mcp/w', apiKey)).toContain(apiKey);
});
