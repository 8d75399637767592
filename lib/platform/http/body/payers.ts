import { addressBucket } from '../../addresses/client-address';

/** The owner of a share of the budget that a body uses; one body may have several. */
export interface Payer {
  kind: 'address' | 'account' | 'workspace' | 'webhook' | 'chat';
  id: string;
}

/**
 * Each payer's share of the whole budget, and the message when it is exceeded. An address gets more than an
 * account: behind an untrusted proxy all clients have one address, and it pays only for unknown callers.
 */
export const SHARES: Record<Payer['kind'], { share: number; words: string }> = {
  address: { share: 1 / 2, words: 'Your address is sending too much at once.' },
  account: { share: 1 / 4, words: 'You are sending too much at once.' },
  workspace: { share: 1 / 4, words: 'This workspace is receiving too much at once.' },
  webhook: { share: 1 / 8, words: 'This webhook is receiving too much at once.' },
  chat: { share: 1 / 8, words: 'This chat is receiving too much at once.' },
};

export const nameOf = ({ kind, id }: Payer): string => `${kind} ${id}`;

/** Returns the payer for an unknown client; a whole IPv6 /64 counts as one. */
export const addressPayer = (address: string): Payer => ({
  kind: 'address',
  id: address.includes(':') ? addressBucket(address) : address,
});
