import { startModelServer } from '../../../../platform/models/testing/model-server';
import type { MakeBlockCases } from '../../testing/block-cases';

const ANSWERS = '"Yes, gladly."';

/** One server for all cases; it ends with the test process. */
const starting = startModelServer(({ json }) =>
  JSON.stringify(json).includes('Say nothing') ? { fault: 'hang' } : { text: ANSWERS },
);

export const makeCases: MakeBlockCases = async (server) => {
  const { baseUrlOf } = await starting;
  const provider = { kind: 'openai', baseUrl: baseUrlOf('openai') };
  const asks = { provider, model: 'house', prompt: 'Will you?' };
  return {
    succeeds: [asks, { ...asks, outputSchema: '{"type": "string"}' }],
    fails: [
      {},
      { ...asks, outputSchema: '{"type": "number"}' },
      { ...asks, provider: { kind: 'openai', baseUrl: `${server}/ok` } },
      { ...asks, provider: { kind: 'openai', baseUrl: 'http://127.0.0.1:1/' }, maxRetries: 0 },
    ],
    lasts: { ...asks, prompt: 'Say nothing.' },
  };
};
