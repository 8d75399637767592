import { documentOf, note, plain, type WorkflowTemplate } from './template';

export const connectedCalendar: WorkflowTemplate = {
  id: 'connected-calendar',
  name: 'Request with an OAuth connection',
  about: 'Reads today’s events on behalf of a person who signed in once; tokens are renewed by themselves.',
  category: 'data',
  words: ['oauth2', 'google', 'microsoft', 'calendar', 'token', 'sign in'],
  variables: [plain('CALENDAR_URL', 'Where the calendar’s API is', 'https://www.googleapis.com/calendar/v3')],
  connection: {
    about: 'OAuth 2 connection to the calendar, made in Settings → Connections',
    blockId: 'events',
    path: ['auth', 'connectionId'],
  },
  document: documentOf(
    {
      about: note(
        'No token stands in the workflow: “events” names a connection, and its token is renewed when it ' +
          'expires.',
      ),
      start: {
        type: 'start',
        at: [0, 0],
        config: {
          fields: [{ name: 'calendar', type: 'string', default: 'primary', description: 'Its id' }],
        },
      },
      events: {
        type: 'api',
        at: [1, 0],
        config: {
          url: '{{CALENDAR_URL}}/calendars/:calendar/events',
          pathParams: [{ key: 'calendar', value: '<start.calendar>' }],
          params: [
            { key: 'singleEvents', value: 'true' },
            { key: 'orderBy', value: 'startTime' },
          ],
          auth: { kind: 'connection', connectionId: '' },
          failOnStatus: true,
        },
      },
      agenda: {
        type: 'function',
        at: [2, 0],
        config: { code: 'return <events.data.items>.map((event) => event.summary);' },
      },
      response: { type: 'response', at: [3, 0], config: { body: '{"agenda": <agenda.result>}' } },
    },
    ['start > events', 'events > agenda', 'agenda > response'],
  ),
};
