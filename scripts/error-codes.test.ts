import { expect, test } from 'vitest';
import { guidePages } from '../app/docs/guide-files';
import { anchorsOf } from '../components/docs/guide-headings';
import { errorGuidePath } from '../components/page/paths';
import { EVERY_PROBLEM } from '../lib/core/workflow/testing/every-problem';
import { runErrorCodes } from './testing/run-error-codes';

const codes = new Set([...runErrorCodes(), ...EVERY_PROBLEM.map(({ code }) => code)]);

const ADDRESS = '/docs/guide/error-codes';
const page = guidePages.find(({ path: at }) => `/docs/${at}` === ADDRESS)!.text;
const explained = [...page.matchAll(/^### `(.+)`\n(\S.*)/gm)].map(([, code]) => code!);

test('the guide explains each code of a problem or an error, and each once', () => {
  expect(codes.size).toBeGreaterThan(120);
  const missing = [...codes].filter((code) => !explained.includes(code));
  expect(missing).toEqual([]);
  expect(explained).toEqual([...new Set(explained)]);
});

test('the guide explains no code that is not there', () => {
  expect(explained.filter((code) => !codes.has(code))).toEqual([]);
});

test('a code leads to its heading', () => {
  const anchors = new Set(anchorsOf(page).map(({ anchor }) => `${ADDRESS}#${anchor}`));
  expect(explained.filter((code) => !anchors.has(errorGuidePath(code)))).toEqual([]);
});
