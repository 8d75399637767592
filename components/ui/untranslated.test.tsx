import { Tooltip } from 'radix-ui';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CodeBlock } from './code-block';
import { HeaderTable } from './header-table';
import { JsonView } from './json-view';
import { LongText } from './long-text';

test.each<[string, ReactElement]>([
  ['code', <CodeBlock key="c" code="let order = 1;" label="code" />],
  ['headers', <HeaderTable key="h" headers={[['Retry-After', 'Date']]} />],
  ['JSON', <JsonView key="j" value={{ order: 'Bank' }} label="Output" />],
  ['a long text', <LongText key="l" text="Bank" copyLabel="Copy" maxHeight="1rem" />],
])('a translating browser leaves %s as it is', (_, shown) => {
  expect(renderToStaticMarkup(<Tooltip.Provider>{shown}</Tooltip.Provider>)).toContain('translate="no"');
});
