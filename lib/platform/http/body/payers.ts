import { addressBucket } from '../../addresses/client-address';

/** Whose share of the budget a body takes; several may stand for one body. */
export interface Payer {
  kind: 'address' | 'account' | 'workspace' | 'webhook' | 'chat';
  id: string;
}

/**
 * What one of them may hold of everything, and what it is told beyond. An address gets more than an account:
 * behind a proxy that isn't trusted all clients have one, and it pays for those alone whom nobody knows.
 */
export const SHARES: Record<Payer['kind'], { share: number; words: string }> = {
  address: { share: 1 / 2, words: 'Your address is sending too much at once.' },
  account: { share: 1 / 4, words: 'You are sending too much at once.' },
  workspace: { share: 1 / 4, words: 'This workspace is receiving too much at once.' },
  webhook: { share: 1 / 8, words: 'This webhook is receiving too much at once.' },
  chat: { share: 1 / 8, words: 'This chat is receiving too much at once.' },
};

export const nameOf = ({ kind, id }: Payer): string => `${kind} ${id}`;

/** Of a client that nobody knows; a whole IPv6 /64 is one. */
export const addressPayer = (address: string): Payer => ({
  kind: 'address',
  id: address.includes(':') ? addressBucket(address) : address,
});
