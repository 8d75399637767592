import { useQuery } from '@tanstack/react-query';
import { meQuery } from '@/components/page/account-queries';

/** Who is signed in; `me` stays undefined when nobody is. */
export function useSession() {
  const { data, isPending } = useQuery(meQuery());
  return { me: data, isPending };
}
