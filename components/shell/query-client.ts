import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { ApiError } from '@/lib/platform/http/client';
import { meQuery } from '../page/account-queries';
import { errorWords } from '../page/error-words';
import { signInPath } from '../page/paths';

const FRESH_MS = 10_000;
const MAX_RETRIES = 2;

declare module '@tanstack/react-query' {
  interface Register {
    /** `quiet`: the caller shows the error itself, so that no toast appears. */
    mutationMeta: { quiet?: boolean };
  }
}

let ofBrowser: QueryClient | undefined;

/**
 * One for a rendering on the server, one for all of a browser's page: React may begin to hydrate it more than
 * once.
 */
export function queryClientOfPage(): QueryClient {
  if (typeof window === 'undefined') return createQueryClient();
  ofBrowser ??= createQueryClient();
  return ofBrowser;
}

function createQueryClient(): QueryClient {
  // What was allowed a moment ago and isn't now: the role has changed, or the membership has ended.
  const refreshRoles = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'forbidden')
      void queryClient.invalidateQueries({ queryKey: meQuery().queryKey });
  };
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        leaveWhenSignedOut(error);
        refreshRoles(error);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        refreshRoles(error);
        if (mutation.meta?.quiet) return;
        leaveWhenSignedOut(error);
        toast.error(errorWords(error));
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // What the server refused once it will refuse again.
        retry: (count, error) => !(error instanceof ApiError && error.status < 500) && count < MAX_RETRIES,
      },
    },
  });
  return queryClient;
}

function leaveWhenSignedOut(error: unknown) {
  if (!(error instanceof ApiError) || error.status !== 401) return;
  const { pathname, search } = window.location;
  if (!pathname.startsWith('/w/')) return;
  window.location.assign(signInPath(pathname + search));
}
