import { expect, test } from 'vitest';
import { REQUESTS } from './messages';
import { keyValues } from './otlp';
import { encodeMessage } from './protobuf';

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

// The bytes are those of opentelemetry-proto 1.45 for Python.
test('a request of traces has the bytes that OpenTelemetry’s own library writes', () => {
  const span = {
    traceId: '019c1c5e0b577c3a8d425f0d7a3b9c11',
    spanId: '8d425f0d7a3b9c11',
    parentSpanId: '00f067aa0ba902b7',
    name: 'Grüße',
    kind: 3,
    startTimeUnixNano: '1764446400000000000',
    endTimeUnixNano: '1764446400012345678',
    attributes: keyValues({ n: -5, d: 1.5, b: false, l: ['p', ''] }),
    events: [{ timeUnixNano: '1', name: 'attempt', attributes: [] }],
    status: { message: 'no', code: 2 },
    flags: 1,
  };
  const resource = { attributes: keyValues({ 'service.name': 'millrace' }) };
  const scopeSpans = [{ scope: { name: 'millrace', version: '1' }, spans: [span] }];
  expect(hexOf(encodeMessage(REQUESTS.traces, { resourceSpans: [{ resource, scopeSpans }] }))).toBe(
    '0ad5010a1c0a1a0a0c736572766963652e6e616d65120a0a086d696c6c7261636512b4010a0d0a086d696c6c7261636512013112' +
      'a2010a10019c1c5e0b577c3a8d425f0d7a3b9c1112088d425f0d7a3b9c11220800f067aa0ba902b72a074772c3bcc39f65300339' +
      '00803701a7927c18414ee1f301a7927c184a100a016e120b18fbffffffffffffffff014a0e0a0164120921000000000000f83f4a' +
      '070a0162120210004a100a016c120b2a090a030a01700a020a005a120901000000000000001207617474656d70747a0612026e6f' +
      '1802850101000000',
  );
});

test('numbers of one field are packed', () => {
  const point = {
    startTimeUnixNano: '1',
    timeUnixNano: '2',
    count: '3',
    sum: 1.25,
    bucketCounts: ['1', '0', '2'],
    explicitBounds: [0.1, 1],
    attributes: [],
  };
  const histogram = { dataPoints: [point], aggregationTemporality: 2 };
  const scopeMetrics = [
    { scope: { name: 'millrace' }, metrics: [{ name: 'h', description: 'd', histogram }] },
  ];
  expect(hexOf(encodeMessage(REQUESTS.metrics, { resourceMetrics: [{ resource: {}, scopeMetrics }] }))).toBe(
    '0a6e0a00126a0a0a0a086d696c6c72616365125c0a01681201644a540a5011010000000000000019020000000000000021030000' +
      '000000000029000000000000f43f32180100000000000000000000000000000002000000000000003a109a9999999999b93f0000' +
      '00000000f03f1002',
  );
});
