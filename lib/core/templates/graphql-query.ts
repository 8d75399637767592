import { bearer, documentOf, note, plain, secret, type WorkflowTemplate } from './template';

const QUERY = `query Repository($owner: String!, $name: String!) {
  repository(owner: $owner, name: $name) {
    stargazerCount
    issues(states: OPEN) { totalCount }
  }
}`;

export const graphqlQuery: WorkflowTemplate = {
  id: 'graphql-query',
  name: 'GraphQL query with checked errors',
  about: 'Sends a query with variables and treats “errors” in an answer with status 200 as what they are.',
  category: 'data',
  words: ['github', 'graph', 'api', 'query'],
  variables: [
    plain('GRAPHQL_URL', 'The GraphQL endpoint', 'https://api.github.com/graphql'),
    secret('GRAPHQL_TOKEN', 'Token for it, sent as Bearer'),
  ],
  document: documentOf(
    {
      about: note(
        'Values go into the query’s variables, never into its text. GraphQL answers 200 also when it ' +
          'failed, so “failed” looks into the body.',
      ),
      start: {
        type: 'start',
        at: [0, 0],
        config: {
          fields: [
            { name: 'owner', type: 'string', required: true },
            { name: 'name', type: 'string', required: true },
          ],
        },
      },
      query: {
        type: 'api',
        at: [1, 0],
        config: {
          method: 'POST',
          url: '{{GRAPHQL_URL}}',
          auth: bearer('{{GRAPHQL_TOKEN}}'),
          body: {
            kind: 'graphql',
            query: QUERY,
            variables: '{"owner": "<start.owner>", "name": "<start.name>"}',
          },
          failOnStatus: true,
        },
      },
      failed: {
        type: 'condition',
        at: [2, 0],
        config: { branches: [{ id: 'yes', label: 'Has errors', expression: '!!<query.data>.errors' }] },
      },
      refused: {
        type: 'response',
        at: [3, 0],
        config: { status: 502, body: '{"error": "<query.data.errors[0].message>"}' },
      },
      response: {
        type: 'response',
        at: [3, 1],
        config: {
          body:
            '{"stars": <query.data.data.repository.stargazerCount>, ' +
            '"openIssues": <query.data.data.repository.issues.totalCount>}',
        },
      },
    },
    ['start > query', 'query > failed', 'failed:yes > refused', 'failed:else > response'],
  ),
};
