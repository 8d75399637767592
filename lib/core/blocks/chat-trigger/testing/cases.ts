import type { MakeBlockCases } from '../../testing/block-cases';

export const makeCases: MakeBlockCases = () => ({
  succeeds: [{}, { access: 'password', password: '{{CHAT_PASSWORD}}' }],
  fails: [{ access: 'nobody' }],
});
