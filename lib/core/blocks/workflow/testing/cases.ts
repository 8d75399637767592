import type { MakeBlockCases } from '../../testing/block-cases';

export const makeCases: MakeBlockCases = () => ({
  succeeds: [{ workflowId: 'echo', input: [{ name: 'id', value: '7' }] }],
  fails: [
    { workflowId: '' },
    { workflowId: 'nowhere' },
    { workflowId: 'echo', input: [{ name: 'id', type: 'number', value: 'seven' }] },
  ],
  lasts: { workflowId: 'never' },
});
