import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { StatusCode } from './webhook-signs';

test('every response that is no 2xx looks failed alike, and so does none', () => {
  const look = (status: number | null) =>
    /class="([^"]*)"/.exec(renderToStaticMarkup(<StatusCode status={status} />))?.[1];
  for (const status of [302, 429, 500, 503]) expect(look(status), String(status)).toBe(look(400));
  expect(look(200)).toBe(look(204));
  expect(look(200)).not.toBe(look(400));
  const reds = (names = '') => names.split(' ').filter((name) => name.includes('danger'));
  expect(reds(look(400)).length).toBeGreaterThan(0);
  expect(reds(look(null))).toEqual(reds(look(400)));
});
