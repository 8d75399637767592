import type { MakeBlockCases } from '../../testing/block-cases';

export const makeCases: MakeBlockCases = () => ({
  succeeds: [{ status: 201, body: '{"done": true}', headers: [{ key: 'X-Seen', value: 'yes' }] }],
  fails: [{ status: 'teapot' }],
});
