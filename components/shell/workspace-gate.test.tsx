import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { meQuery } from '../page/account-queries';
import { saveBeforeSignOut } from '../page/sign-out';
import { WorkspaceGate } from './workspace-gate';

/** The page of a workspace as somebody sees it who is a member of none. */
function shownToNobody(): string {
  const queries = new QueryClient();
  queries.setQueryData(meQuery().queryKey, { id: 'u', email: 'a@b.c', workspaces: [] } as never);
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <WorkspaceGate workspaceId="w">the workspace</WorkspaceGate>
    </QueryClientProvider>,
  );
}

test('who is a member no more sees nothing of the workspace, and can sign out', () => {
  const page = shownToNobody();
  expect(page).not.toContain('the workspace');
  expect(page).toContain('Sign out</button>');
  expect(page).not.toContain('Copy what wasn’t saved');
});

test('what the editor had not saved can be copied', () => {
  const forget = saveBeforeSignOut({ save: async () => false, stop() {}, unsaved: () => '{}' });
  expect(shownToNobody()).toContain('Copy what wasn’t saved</button>');
  forget();
});
