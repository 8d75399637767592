import { expect, test } from 'vitest';
import { checkWorkflow } from '@/lib/core/workflow/check-workflow';
import { lineDocument } from './line-document.fixture';
import { replaceInDocument } from './replace-in-document';

test('a reference is replaced wherever it stands, and counted', () => {
  const document = lineDocument();
  const { document: after, count, blocks } = replaceInDocument(document, '<START.id>', '<start.order>');
  expect([count, blocks]).toEqual([3, 1]);
  expect(after.blocks.b!.config).toEqual({
    url: 'https://example.com/users/<start.order>',
    headers: [{ key: 'X-Id', value: '<start.order> and \\<start.order>', enabled: true }],
  });
  expect(after.blocks.a).toBe(document.blocks.a);
  expect(after.edges).toBe(document.edges);
});

test('what isn’t there changes nothing; nothing sought neither', () => {
  const document = lineDocument();
  for (const text of ['no such words', '  ']) {
    const replaced = replaceInDocument(document, text, 'x');
    expect(replaced).toEqual({ document, count: 0, blocks: 0 });
    expect(replaced.document).toBe(document);
  }
});

test('names, ids of branches, choices and secrets stay', () => {
  const document = lineDocument();
  document.blocks.b = {
    ...document.blocks.b!,
    config: {
      url: 'https://example.com/',
      method: 'POST',
      body: { kind: 'json', value: '{"post": "json"}' },
      auth: { kind: 'basic', username: 'json', password: 'json' },
    },
  };
  const branches = [{ id: 'json', label: 'json', expression: '<fetchuser.json> > 1' }];
  document.blocks.c = { ...document.blocks.c!, type: 'condition', name: 'json', config: { branches } };
  const { document: after, count } = replaceInDocument(document, 'json', 'text');
  expect(count).toBe(4);
  expect(after.blocks.b!.config).toMatchObject({
    body: { kind: 'json', value: '{"post": "text"}' },
    auth: { kind: 'basic', username: 'text', password: 'json' },
  });
  expect(after.blocks.c).toMatchObject({
    name: 'json',
    config: { branches: [{ id: 'json', label: 'text', expression: '<fetchuser.text> > 1' }] },
  });
  expect(replaceInDocument(document, 'post', 'get').document.blocks.b!.config.method).toBe('POST');
});

test('a text with characters that mean something to patterns is taken as it is', () => {
  const document = lineDocument();
  document.blocks.b = { ...document.blocks.b!, config: { url: 'https://a.example/$&/[x](y)*' } };
  const { document: after } = replaceInDocument(document, '[x](y)*', '$&$1');
  expect(after.blocks.b!.config.url).toBe('https://a.example/$&/$&$1');
  expect(checkWorkflow(after).map(({ code }) => code)).toEqual(
    checkWorkflow(document).map(({ code }) => code),
  );
});
