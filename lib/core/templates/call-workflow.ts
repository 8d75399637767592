import { documentOf, jsonBody, note, plain, type WorkflowTemplate } from './template';

/** The called workflow. */
const sendOne = documentOf(
  {
    start: {
      type: 'start',
      at: [0, 0],
      config: {
        fields: [
          { name: 'email', type: 'string', required: true },
          { name: 'name', type: 'string', required: true },
        ],
      },
    },
    send: {
      type: 'api',
      at: [1, 0],
      config: {
        method: 'POST',
        url: '{{MAIL_URL}}/messages',
        body: jsonBody('{"to": "<start.email>", "subject": "Welcome, <start.name>"}'),
        failOnStatus: true,
      },
    },
    response: { type: 'response', at: [2, 0], config: { body: '{"messageId": "<send.data.id>"}' } },
  },
  ['start > send', 'send > response'],
);

export const callWorkflow: WorkflowTemplate = {
  id: 'call-workflow',
  name: 'Call a workflow for each item',
  about:
    'Splits work in two: one workflow reads the list, another does the job for one item with its own log.',
  category: 'data',
  words: ['sub-workflow', 'reuse', 'batch', 'nested', 'child'],
  variables: [
    plain('USERS_URL', 'Where the list of new users is', 'https://api.example.com'),
    plain('MAIL_URL', 'Where e-mails are sent', 'https://mail.example.com'),
  ],
  workflow: {
    name: 'Welcome one user',
    about: 'Sends one e-mail; called for each user',
    document: sendOne,
    blockId: 'welcome',
    path: ['workflowId'],
  },
  document: documentOf(
    {
      about: note(
        'Each user gets a run of “Welcome one user” with a log of its own, so that one failure is seen and ' +
          'repeated by itself.',
      ),
      start: { type: 'start', at: [0, 0], config: { fields: [] } },
      users: { type: 'api', at: [1, 0], config: { url: '{{USERS_URL}}/users/new', failOnStatus: true } },
      each: {
        type: 'loop',
        at: [2, 0],
        config: {
          kind: 'forEach',
          items: '<users.data>',
          result: '<welcome.data.messageId>',
          onError: 'collect',
        },
      },
      welcome: {
        type: 'workflow',
        in: 'each',
        at: [0, 0],
        config: {
          workflowId: '',
          input: [
            { name: 'email', type: 'string', value: '<loop.item.email>' },
            { name: 'name', type: 'string', value: '<loop.item.name>' },
          ],
        },
      },
      response: {
        type: 'response',
        at: [3.4, 0],
        config: { body: '{"sent": <each.results>, "failed": <each.errors>}' },
      },
    },
    ['start > users', 'users > each', 'each > response'],
  ),
};
