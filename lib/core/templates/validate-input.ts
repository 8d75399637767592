import { documentOf, jsonBody, note, plain, type WorkflowTemplate } from './template';

const CODE = `const given = <start.registration>;
const problems = [];
if (!String(given.name ?? '').trim()) problems.push('Enter a name.');
if (!String(given.email ?? '').includes('@')) problems.push('Enter an e-mail address.');
if (!(Number(given.seats) >= 1 && Number(given.seats) <= 500)) problems.push('Choose 1 to 500 seats.');
return problems;`;

export const validateInput: WorkflowTemplate = {
  id: 'validate-input',
  name: 'Check input before it is used',
  about: 'An endpoint that checks what it is given: 422 with all problems, or 201 with what was created.',
  category: 'reliability',
  words: ['validation', 'form', 'rules', 'bad request', 'registration'],
  variables: [plain('ACCOUNTS_URL', 'Where accounts are created', 'https://api.example.com')],
  document: documentOf(
    {
      about: note(
        '“problems” returns words for people, one for each thing that is wrong. Nothing is sent while ' +
          'there is one.',
      ),
      start: {
        type: 'start',
        at: [0, 0],
        config: {
          fields: [
            {
              name: 'registration',
              type: 'object',
              required: true,
              description: 'name, email, seats',
            },
          ],
        },
      },
      problems: { type: 'function', at: [1, 0], config: { code: CODE } },
      good: {
        type: 'condition',
        at: [2, 0],
        config: { branches: [{ id: 'yes', label: 'Good', expression: '<problems.result>.length === 0' }] },
      },
      create: {
        type: 'api',
        at: [3, 0],
        config: {
          method: 'POST',
          url: '{{ACCOUNTS_URL}}/accounts',
          body: jsonBody('<start.registration>'),
          failOnStatus: true,
        },
      },
      created: { type: 'response', at: [4, 0], config: { status: 201, body: '<create.data>' } },
      refused: {
        type: 'response',
        at: [3, 1],
        config: { status: 422, body: '{"problems": <problems.result>}' },
      },
    },
    ['start > problems', 'problems > good', 'good:yes > create', 'create > created', 'good:else > refused'],
  ),
};
