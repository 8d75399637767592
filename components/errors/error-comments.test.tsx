import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Tooltip } from 'radix-ui';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { WorkspaceProvider, type WorkspaceView } from '../page/workspace-context';
import { ErrorComments } from './error-comments';
import { errorCommentsQuery } from './error-queries';

test('an address in a comment on an error is a link', () => {
  const queries = new QueryClient();
  const comment = {
    id: 'c',
    author: { id: 'u', name: 'Ada' },
    text: 'See https://status.example/7.',
    createdAt: '2026-11-29T12:00:00.000Z',
  };
  queries.setQueryData(errorCommentsQuery('w', 'g').queryKey, { data: [comment] } as never);
  const workspace = { id: 'w', canWrite: false, isAdmin: false, me: { id: 'other' } } as WorkspaceView;
  const list = renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <Tooltip.Provider>
        <WorkspaceProvider value={workspace}>
          <ErrorComments groupId="g" />
        </WorkspaceProvider>
      </Tooltip.Provider>
    </QueryClientProvider>,
  );
  expect(list).toContain('<a href="https://status.example/7"');
});
