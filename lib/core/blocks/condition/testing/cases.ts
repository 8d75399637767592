import type { MakeBlockCases } from '../../testing/block-cases';

const when = (expression: string) => ({ branches: [{ id: 'if', label: 'If', expression }] });

export const makeCases: MakeBlockCases = () => ({
  succeeds: [when('true'), when('false')],
  fails: [when('nobody.knows'), when('1 +'), when('')],
  lasts: when('(() => { for (;;); })()'),
});
