import type { MakeBlockCases } from '../../testing/block-cases';

export const makeCases: MakeBlockCases = () => ({
  succeeds: [
    { items: '[1, 2]' },
    { kind: 'count', count: 3 },
    { kind: 'while', condition: '<loop.index> < 3' },
  ],
  fails: [
    { items: '"no list"' },
    { items: '[1, 2]', maxIterations: 1 },
    { kind: 'count', count: '-1' },
    { kind: 'while', condition: 'true', maxIterations: 3 },
    { kind: 'while', condition: 'missing()' },
    { items: '[1, 2]', result: '<loop.item.nowhere>' },
  ],
});
