import type { MakeBlockCases } from '../../testing/block-cases';

export const makeCases: MakeBlockCases = () => ({
  succeeds: [{ tags: 'order 1042, eu' }, { tags: '' }],
  fails: [{ tags: 'x'.repeat(65) }],
});
