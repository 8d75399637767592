import { expect, it } from 'vitest';
import { EventReader, type StreamEvent } from './event-stream';

const STREAM =
  ': hello\r\nevent: endpoint\r\ndata: /mess\u00e4ge\r\n\r\ndata:one\ndata: two\n\nid: 7\n\revent: x\r\rdata: {"a":1}\r\rdata: last';
const EVENTS: StreamEvent[] = [
  { type: 'endpoint', data: '/mess\u00e4ge' },
  { type: 'message', data: 'one\ntwo' },
  { type: 'message', data: '{"a":1}' },
  { type: 'message', data: 'last' },
];

it.each([1, 2, 3, 7, 1_000])('events are the same in chunks of %i bytes', (size) => {
  const bytes = Buffer.from(STREAM);
  const reader = new EventReader();
  const events: StreamEvent[] = [];
  for (let at = 0; at < bytes.length; at += size) events.push(...reader.add(bytes.subarray(at, at + size)));
  expect(events).toEqual(EVENTS.slice(0, 3));
  expect([...events, ...reader.end()]).toEqual(EVENTS);
});
