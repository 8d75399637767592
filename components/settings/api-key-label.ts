import type { ApiKey } from '@/lib/services/api-keys/schema';

/** A key and its successor share a name; the end of the key tells them apart. */
export const keyLabel = ({ name, lastFour }: Pick<ApiKey, 'name' | 'lastFour'>): string =>
  `${name} (…${lastFour})`;
