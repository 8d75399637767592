/**
 * Returns code to copy that reads every page of a list; it runs in Node 20 and newer, as TypeScript and as
 * JavaScript.
 */
export function pagingCode(target: string, headers: readonly string[]): string {
  return [
    `const url = new URL(${target});`,
    'const rows = [];',
    'for (;;) {',
    '  const response = await fetch(url, {',
    '    headers: {',
    ...headers.map((line) => `      ${line}`),
    '    },',
    '  });',
    '  if (response.status === 429) {',
    "    const seconds = Number(response.headers.get('retry-after'));",
    '    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));',
    '    continue;',
    '  }',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code to be copied
    '  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);',
    '  const { data, nextCursor } = await response.json();',
    '  rows.push(...data);',
    '  if (nextCursor === null) break;',
    "  url.searchParams.set('cursor', nextCursor);",
    '}',
  ].join('\n');
}
