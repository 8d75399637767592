import type { MakeBlockCases } from '../../testing/block-cases';

export const makeCases: MakeBlockCases = () => ({
  succeeds: [{ code: 'console.log("on the way"); return { done: true };' }],
  fails: [{ code: 'throw new Error("not today");' }, { code: 'return (' }, { code: '' }],
  lasts: { code: 'for (;;);' },
});
