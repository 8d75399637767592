import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AttemptTable } from '../response/attempt-table';
import { AttemptList } from './attempt-list';

const attempt = (change: object) =>
  ({ status: 200, code: null, waitMs: 0, durationMs: 5, ...change }) as Parameters<
    typeof AttemptTable
  >[0]['attempts'][number];
const PAGES = [attempt({ page: 1 }), attempt({ page: 2, status: 503 }), attempt({ page: 2, waitMs: 100 })];
const TRIES = [attempt({ status: 503 }), attempt({ waitMs: 100 })];
const cells = (markup: string) =>
  markup
    .replaceAll(/<[^<>]*>/g, '|')
    .split('|')
    .filter((text) => text !== '');

test('a page that was tried twice is one page, and attempts without pages are numbered', () => {
  const numbers = (attempts: typeof PAGES) =>
    cells(renderToStaticMarkup(<AttemptList attempts={attempts} />)).filter((cell) =>
      /^(?:Page )?\d$/.test(cell),
    );
  expect(numbers(PAGES)).toEqual(['Page 1', 'Page 2', 'Page 2']);
  expect(numbers(TRIES)).toEqual(['1', '2']);
});

test('the table of one block says whether its rows are pages or attempts', () => {
  const table = (attempts: typeof PAGES) => cells(renderToStaticMarkup(<AttemptTable attempts={attempts} />));
  expect(table(PAGES)[0]).toBe('Page');
  expect(table(PAGES).filter((cell) => /^\d$/.test(cell))).toEqual(['1', '2', '2']);
  expect(table(TRIES)[0]).toBe('#');
  expect(table(TRIES).filter((cell) => /^\d$/.test(cell))).toEqual(['1', '2']);
});
