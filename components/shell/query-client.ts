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
 * Returns a new client for each rendering on the server, and one for the whole browser page, because React
 * may start to hydrate it more than once.
 */
export function queryClientOfPage(): QueryClient {
  if (typeof window === 'undefined') return createQueryClient();
  ofBrowser ??= createQueryClient();
  return ofBrowser;
}

function createQueryClient(): QueryClient {
  // On `forbidden` the role may have changed, or the membership may have ended.
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
        // The server would refuse the same request again.
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
