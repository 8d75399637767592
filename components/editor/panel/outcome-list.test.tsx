import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { OutcomeList } from './outcome-list';

const lastAt = '2026-11-29T12:00:00.000Z';

test('live requests that met a block that is not set up say why', () => {
  const list = renderToStaticMarkup(
    <OutcomeList
      outcomes={[
        { outcome: 'not_set_up', count: 2, lastAt },
        { outcome: 'accepted', count: 1, lastAt },
      ]}
    />,
  );
  expect(list).toContain('Not set up');
  expect(list).toContain('The secret is in a variable that doesn’t exist, or the condition failed.');
  expect(list.match(/<p/g)).toHaveLength(1);
});
