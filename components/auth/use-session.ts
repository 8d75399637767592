import { useQuery } from '@tanstack/react-query';
import { meQuery } from '@/components/page/account-queries';

/** Returns the signed-in account as `me`; undefined if nobody is signed in. */
export function useSession() {
  const { data, isPending } = useQuery(meQuery());
  return { me: data, isPending };
}
