import type { MakeBlockCases } from '../../testing/block-cases';

export const makeCases: MakeBlockCases = () => ({
  succeeds: [
    { kind: 'duration', amount: '2', unit: 'hours' },
    { kind: 'until', until: '2001-01-01' },
    { kind: 'callback', title: 'answered', fields: [{ name: 'probe', type: 'number' }] },
    { kind: 'callback', title: 'nobody comes', expiresAfter: '1' },
    { kind: 'approval', title: 'approved' },
    { kind: 'approval', title: 'rejected' },
  ],
  fails: [
    { kind: 'duration', amount: '31', unit: 'days' },
    { kind: 'duration', amount: 'soon' },
    { kind: 'until', until: 'tomorrow' },
    { kind: 'approval', expiresAfter: '-1' },
    { kind: 'weather' },
  ],
  lasts: { kind: 'approval', title: 'never' },
});
