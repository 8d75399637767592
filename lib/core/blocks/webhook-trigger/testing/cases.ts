import type { MakeBlockCases } from '../../testing/block-cases';

export const makeCases: MakeBlockCases = () => ({
  succeeds: [{}, { methods: 'any', answer: 'response' }],
  fails: [{ answer: 'never' }],
});
