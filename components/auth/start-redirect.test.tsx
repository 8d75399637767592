import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { meQuery, setupQuery } from '../page/account-queries';
import { StartRedirect } from './start-redirect';

test('a person without a workspace can sign out', () => {
  const queries = new QueryClient();
  queries.setQueryData(setupQuery().queryKey, { needsOwner: false } as never);
  queries.setQueryData(meQuery().queryKey, { id: 'u', email: 'a@b.c', workspaces: [] } as never);
  const page = renderToStaticMarkup(
    <AppRouterContext value={{} as never}>
      <QueryClientProvider client={queries}>
        <StartRedirect />
      </QueryClientProvider>
    </AppRouterContext>,
  );
  expect(page).toContain('You have no workspace');
  expect(page).toContain('Sign out</button>');
});
