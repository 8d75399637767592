import type { MakeBlockCases } from '../../testing/block-cases';

export const makeCases: MakeBlockCases = () => ({
  succeeds: [
    { fields: [{ name: 'full name', value: 'Ada' }] },
    { fields: [{ name: 'n', type: 'number', value: '1' }] },
    {},
  ],
  fails: [
    { fields: [{ name: 'n', type: 'boolean', value: 'maybe' }] },
    { fields: [{ name: '', value: '1' }] },
  ],
});
