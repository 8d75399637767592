import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DurationText } from './duration-text';

test('a duration says what it measures, to who hovers it and to who hears it', () => {
  const html = renderToStaticMarkup(<DurationText ms={1_500} means="Duration of the iteration" />);
  expect(html).toContain('title="Duration of the iteration"');
  expect(html.replace(/<[^<>]*>/g, '')).toMatch(/^Duration of the iteration: 1\.5/);
});
