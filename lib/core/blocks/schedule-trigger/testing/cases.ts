import type { MakeBlockCases } from '../../testing/block-cases';

export const makeCases: MakeBlockCases = () => ({
  succeeds: [{}, { kind: 'cron', cron: '0 9 * * 1-5', zone: 'Europe/Berlin', overlap: 'queue' }],
  fails: [{ kind: 'sometimes' }, { every: 0 }],
});
