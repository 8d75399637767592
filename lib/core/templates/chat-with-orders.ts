import { ASKED, MODEL } from './model';
import { documentOf, note, plain, type WorkflowTemplate } from './template';

const PARAMETERS = `{
  "type": "object",
  "properties": {"number": {"type": "string", "description": "For example A-1001"}},
  "required": ["number"]
}`;

export const chatWithOrders: WorkflowTemplate = {
  id: 'chat-with-orders',
  name: 'Chat that looks things up',
  about: 'A chat page whose model answers questions about orders, with a tool that asks your API.',
  category: 'ai',
  words: ['chatbot', 'assistant', 'tool', 'function calling', 'support', 'llm'],
  variables: [...MODEL, plain('SHOP_URL', 'Where the API with the orders is', 'https://api.shop.example')],
  document: documentOf(
    {
      about: note(
        'Publish it and open the chat’s address from the block “chat”. Only members of the workspace may ' +
          'write until you change its access.',
      ),
      chat: {
        type: 'chat-trigger',
        at: [0, 0],
        config: {
          title: 'Orders',
          welcome: 'Hello! Tell me the number of your order.',
          suggestions: 'Where is order A-1001?',
        },
      },
      answer: {
        type: 'agent',
        at: [1, 0],
        config: {
          ...ASKED,
          system: 'You answer questions about orders. Look orders up; never guess. Answer in two sentences.',
          prompt: 'Earlier messages: <chat.history>\n\nMessage: <chat.message>',
          tools: [
            {
              kind: 'request',
              name: 'find_order',
              description: 'The state of one order',
              parameters: PARAMETERS,
              url: '{{SHOP_URL}}/orders/<args.number>',
            },
          ],
          limits: { steps: 5, seconds: 60 },
        },
      },
      reply: { type: 'response', at: [2, 0], config: { body: '<answer.content>' } },
      sorry: {
        type: 'response',
        at: [2, 1],
        config: { body: 'I can’t look that up right now. Please try again in a minute.' },
      },
    },
    ['chat > answer', 'answer > reply', 'answer:error > sorry'],
  ),
};
