import { queryOptions } from '@tanstack/react-query';
import { addressOf, client } from '@/lib/platform/http/client';
import { getMeEndpoint } from '@/lib/services/accounts/endpoints';
import { getSetupEndpoint } from '@/lib/services/setup/endpoints';

/** The address that `meQuery` requests. */
export const mePath = addressOf(getMeEndpoint, {});

export const meQuery = () =>
  queryOptions({
    queryKey: ['me'],
    queryFn: ({ signal }) => client.call(getMeEndpoint, {}, { signal }),
    staleTime: 60_000,
  });

export const setupQuery = () =>
  queryOptions({
    queryKey: ['setup'],
    queryFn: ({ signal }) => client.call(getSetupEndpoint, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
