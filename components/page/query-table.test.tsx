import { Inbox } from 'lucide-react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type QueryState, QueryTable } from './query-table';

interface Row {
  id: string;
  count: number;
}

const LOADED: QueryState = {
  isPending: false,
  isError: false,
  error: null,
  refetch: () => Promise.reject(new Error('Nobody refetches here.')),
};
const BOTH: readonly Row[] = [
  { id: 'one', count: 1 },
  { id: 'two', count: 2 },
];

const shown = (query: Partial<QueryState>, rows: readonly Row[] | undefined, hasActions = false) =>
  renderToStaticMarkup(
    <QueryTable
      query={{ ...LOADED, ...query }}
      rows={rows}
      empty={{ icon: Inbox, title: 'No rows yet', words: 'Make one.' }}
      keyOf={({ id }) => id}
      columns={[
        { title: 'Id', cell: ({ id }) => id },
        { title: 'Count', isNumeric: true, cell: ({ count }) => count },
      ]}
      {...(hasActions && { actions: ({ id }: Row) => <button type="button">Delete {id}</button> })}
    />,
  );
const cells = (html: string) =>
  [...html.matchAll(/<tr.*?<\/tr>/g)].map(([row]) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, inside]) => inside!.replaceAll(/<[^<>]*>/g, '')),
  );

test('rows stand under the titles of their columns, with their buttons in the last one', () => {
  expect(cells(shown({}, BOTH))).toEqual([
    ['Id', 'Count'],
    ['one', '1'],
    ['two', '2'],
  ]);
  expect(cells(shown({}, BOTH, true))).toEqual([
    ['Id', 'Count', 'Actions'],
    ['one', '1', 'Delete one'],
    ['two', '2', 'Delete two'],
  ]);
});

test('every state has its own words, and rows that are known stay when reading them again fails', () => {
  const failed = { isError: true, error: new Error('It broke.') };
  expect(shown({ isPending: true }, undefined)).not.toContain('<table');
  expect(shown({}, [])).toContain('No rows yet');
  expect(shown({}, [])).not.toContain('<table');
  expect(shown(failed, undefined)).toContain('It broke.');
  expect(shown(failed, BOTH)).toMatch(/It broke\..*<table/s);
});
