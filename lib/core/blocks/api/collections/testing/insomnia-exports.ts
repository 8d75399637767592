import type { WrittenCollection } from './written-collection';

const BEARER = { type: 'bearer', token: '{{ _.token }}' };

/** An export of Insomnia 10, format 4: a folder comes after its contents. */
export const INSOMNIA_4: WrittenCollection = {
  text: JSON.stringify({
    _type: 'export',
    __export_format: 4,
    __export_date: '2026-01-05T13:05:11.752Z',
    __export_source: 'insomnia.desktop.app:v10.3.0',
    resources: [
      {
        _id: 'req_1',
        parentId: 'fld_1',
        _type: 'request',
        name: 'Find users',
        method: 'GET',
        url: '{{ _.base_url }}/users/:id',
        parameters: [
          { id: 'pair_1', name: 'expand', value: 'teams,roles', disabled: false },
          { id: 'pair_3', name: 'at', value: '10:30 & later', disabled: false },
          { id: 'pair_2', name: 'old', value: '1', disabled: true },
        ],
        pathParameters: [{ name: 'id', value: 'u 1' }],
        headers: [{ name: 'X-Client', value: 'insomnia' }],
        authentication: {},
        body: {},
        settingEncodeUrl: true,
      },
      {
        _id: 'req_2',
        parentId: 'wrk_1',
        _type: 'request',
        name: 'Add a user',
        method: 'POST',
        url: '{{ base_url }}/users',
        body: { mimeType: 'application/json', text: '{"name": "{{ _.nested.name }}"}' },
        headers: [{ name: 'Content-Type', value: 'application/json' }],
        parameters: [],
        authentication: { type: 'none' },
      },
      {
        _id: 'req_3',
        parentId: 'wrk_1',
        _type: 'request',
        name: 'Query',
        method: 'POST',
        url: '{{ _.base_url }}/graphql',
        body: { mimeType: 'application/graphql', text: '{"query":"{ me { id } }","variables":{"a":1}}' },
        headers: [{ name: 'Content-Type', value: 'application/json' }],
        authentication: { type: 'apikey', key: 'api_key', value: 'k-0123456789', addTo: 'queryParams' },
      },
      {
        _id: 'fld_1',
        parentId: 'wrk_1',
        _type: 'request_group',
        name: 'Users',
        authentication: BEARER,
      },
      { _id: 'wrk_1', parentId: null, _type: 'workspace', name: 'People', scope: 'collection' },
      {
        _id: 'env_1',
        parentId: 'wrk_1',
        _type: 'environment',
        name: 'Base Environment',
        data: { base_url: 'https://people.example.com', nested: { name: 'Ada' } },
      },
    ],
  }),
  sends: {
    'Find users': {
      line: 'GET /users/u%201?expand=teams,roles&at=10%3A30%20%26%20later',
      headers: { 'x-client': 'insomnia', authorization: 'Bearer the-token' },
    },
    'Add a user': {
      line: 'POST /users',
      headers: { 'content-type': 'application/json' },
      absent: ['authorization'],
      body: '{"name": "Ada"}',
    },
    Query: {
      line: 'POST /graphql?api_key=k-0123456789',
      headers: { 'content-type': 'application/json' },
      body: /"query": ?"\{ me \{ id \} \}".*"variables": ?\{"a": ?1\}/,
    },
  },
};

/** A collection file of Insomnia 11. */
export const INSOMNIA_5: WrittenCollection = {
  text: `type: collection.insomnia.rest/5.0
schema_version: "5.1"
name: Weather
meta:
  id: wrk_2
  created: 1717508275743
collection:
  - name: Forecasts
    meta:
      id: fld_2
      sortKey: -5
    authentication:
      type: basic
      username: ada
      password: pa55-word
    headers:
      - name: X-Folder
        value: forecasts
      - name: Accept
        value: text/html
    children:
      - url: "{{ _.base_url }}/today"
        name: Today
        meta:
          id: req_5
        method: GET
        headers:
          - name: Accept
            value: application/json
        settings:
          encodeUrl: true
  - url: "{{ _.base_url }}/report"
    name: Report
    meta:
      id: req_6
    method: POST
    body:
      mimeType: application/x-www-form-urlencoded
      params:
        - name: place
          value: São Paulo
        - name: old
          value: "1"
          disabled: true
    headers:
      - name: Content-Type
        value: application/x-www-form-urlencoded
  - name: Live
    url: wss://weather.example.com/live
    meta:
      id: ws-req_1
environments:
  name: Base Environment
  data:
    base_url: https://weather.example.com
`,
  sends: {
    Today: {
      line: 'GET /today',
      headers: {
        'x-folder': 'forecasts',
        accept: 'application/json',
        authorization: `Basic ${btoa('ada:pa55-word')}`,
      },
    },
    Report: {
      line: 'POST /report',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'place=S%C3%A3o+Paulo',
    },
  },
};
