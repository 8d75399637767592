import { guidePages } from '../../app/docs/guide-files';
import { anchorsOf } from '../../components/docs/guide-headings';
import { errorGuidePath } from '../../components/page/paths';
import { EVERY_PROBLEM } from '../../lib/core/workflow/testing/every-problem';
import { runErrorCodes, saveErrorCodes } from '../testing/run-error-codes';
import { lineAt } from './line-at';
import { repeated } from './repeated';
import { tooFew } from './too-few';

const PAGE = 'docs/guide/error-codes.md';
const ADDRESS = '/docs/guide/error-codes';
const LEAST_CODES = 121;

/** The guide explains each code of a problem or an error once, no other, and a code leads to its heading. */
export function lintErrorCodes(): string[] {
  const codes = new Set([...runErrorCodes(), ...saveErrorCodes(), ...EVERY_PROBLEM.map(({ code }) => code)]);
  const page = guidePages.find(({ path: at }) => `/docs/${at}` === ADDRESS);
  if (page === undefined) return [`${PAGE}: the product does not show it: restore its address`];
  const explained = [...page.text.matchAll(/^### `(.+)`\n(\S.*)/gm)].map(({ 1: code, index }) => ({
    code: code!,
    at: `${PAGE}:${lineAt(page.text, index)}`,
  }));
  const names = explained.map(({ code }) => code);
  const anchors = new Set(anchorsOf(page.text).map(({ anchor }) => `${ADDRESS}#${anchor}`));
  return [
    ...tooFew(codes.size, LEAST_CODES, 'codes of problems and errors'),
    ...[...codes]
      .filter((code) => !names.includes(code))
      .map((code) => `${PAGE}: ${code} is not explained: add a heading with its meaning directly below`),
    ...repeated(names).map((code) => `${PAGE}: ${code} is explained twice: remove one`),
    ...explained
      .filter(({ code }) => !codes.has(code))
      .map(({ code, at }) => `${at}: nothing has the code ${code}: remove it`),
    ...explained
      .filter(({ code }) => !anchors.has(errorGuidePath(code)))
      .map(({ code, at }) => `${at}: ${errorGuidePath(code)} does not lead here: mend errorGuidePath`),
  ];
}
