import type { MakeBlockCases } from '../../testing/block-cases';

export const makeCases: MakeBlockCases = () => ({
  succeeds: [
    { variables: [{ name: 'count', type: 'number', value: '1' }] },
    { variables: [{ name: 'a', value: '[1]' }, { name: 'b' }] },
  ],
  fails: [
    { variables: [{ name: 'count', type: 'number', value: 'many' }] },
    { variables: [{ name: 'not a name', value: '1' }] },
  ],
});
