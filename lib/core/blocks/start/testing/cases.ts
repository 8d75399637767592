import type { MakeBlockCases } from '../../testing/block-cases';

export const makeCases: MakeBlockCases = () => ({
  succeeds: [{}, { fields: [{ name: 'page', type: 'number', default: 1 }] }],
  fails: [{ fields: [{ name: 'email', required: true }] }],
});
