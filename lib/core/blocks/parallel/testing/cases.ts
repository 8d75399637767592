import type { MakeBlockCases } from '../../testing/block-cases';

export const makeCases: MakeBlockCases = () => ({
  succeeds: [{ items: '[1, 2]' }, { kind: 'count', count: '3' }],
  fails: [
    { items: '"no list"' },
    { kind: 'count', count: 'many' },
    { items: '[1, 2]', maxIterations: 1 },
    { items: '[1, 2]', result: '<parallel.item.nowhere>' },
  ],
});
