import type { ApiKey } from '@/lib/services/api-keys/schema';

/** A key and its successor share a name; the last characters of the key distinguish them. */
export const keyLabel = ({ name, lastFour }: Pick<ApiKey, 'name' | 'lastFour'>): string =>
  `${name} (…${lastFour})`;
