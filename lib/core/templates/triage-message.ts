import { CHAT_URL, chatMessage } from './chat-alert';
import { ASKED, MODEL } from './model';
import { documentOf, note, type WorkflowTemplate } from './template';

const SCHEMA = `{
  "type": "object",
  "properties": {
    "summary": {"type": "string"},
    "topic": {"enum": ["billing", "bug", "question"]},
    "urgent": {"type": "boolean"}
  },
  "required": ["summary", "topic", "urgent"],
  "additionalProperties": false
}`;

export const triageMessage: WorkflowTemplate = {
  id: 'triage-message',
  name: 'Summarise and sort a message',
  about:
    'A model summarises a message as JSON that is checked against a schema; urgent ones alert a channel.',
  category: 'ai',
  words: ['llm', 'gpt', 'support', 'ticket', 'classify', 'structured output'],
  variables: [...MODEL, CHAT_URL],
  document: documentOf(
    {
      about: note(
        'The answer has to match the output schema of “sort”, else the block asks again or fails: later ' +
          'blocks can rely on its shape.',
      ),
      start: {
        type: 'start',
        at: [0, 0],
        config: { fields: [{ name: 'message', type: 'string', required: true }] },
      },
      sort: {
        type: 'agent',
        at: [1, 0],
        config: {
          ...ASKED,
          system: 'You sort messages of customers. Be brief and invent nothing.',
          prompt: 'Summarise and sort this message:\n\n<start.message>',
          outputSchema: SCHEMA,
          limits: { steps: 3, seconds: 60 },
        },
      },
      urgent: {
        type: 'condition',
        at: [2, 0],
        config: { branches: [{ id: 'yes', label: 'Urgent', expression: '<sort.data.urgent>' }] },
      },
      alert: chatMessage('Urgent (<sort.data.topic>): <sort.data.summary>', [3, 0]),
      response: { type: 'response', at: [4, 0.5], config: { body: '<sort.data>' } },
    },
    ['start > sort', 'sort > urgent', 'urgent:yes > alert', 'alert > response', 'urgent:else > response'],
  ),
};
