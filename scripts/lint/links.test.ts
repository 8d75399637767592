import { expect, test } from 'vitest';
import { brokenLinks } from './links';

test('what leads nowhere is found', () => {
  const site = {
    drawn: new Map([
      ['/docs/guide/blocks/api', '# API\n\n## Fields\n'],
      ['/docs/guide/references', '# References\n'],
    ]),
    referenceAnchors: new Set(['error-forbidden']),
    files: new Set(['/schemas/document.json']),
  };
  const links = [
    '/docs/guide/nowhere',
    '/docs/guide/references#nowhere',
    '/docs#nowhere',
    '/schemas/nowhere.json',
    'nowhere.md',
  ];
  links.push('references.md#nowhere', '#nowhere');
  const text = [
    '/docs/guide/blocks/api#fields',
    '/docs#error-forbidden',
    '/schemas/document.json',
    'references.md',
    ...links,
  ]
    .map((link) => `[x](${link})`)
    .join(' ');
  expect(brokenLinks(text, 'docs/guide/files.md', site)).toEqual(links);
});
