import { expect, it } from 'vitest';
import { explainBadUrl } from './explain-bad-url';

it.each([
  'https://api.example.com/path',
  '  http://h.example  ',
  'HTTP://H.example:8080',
  'https://bücher.example/ä?ö#ü',
  'https://user:p@ss^w|rd@h.example/',
  'http://[::1]:3000/x',
  'http://127.1/',
  'http://0x7f.1/',
  'http://my_service:80/',
  'https://h.example/a b|c^d{e}?<f>"g"%',
  'https://h.example:/',
  'http:/h.example',
  'http:\\\\h.example\\x',
  'ht\ntp://h.exa\tmple/',
  'http://%68.example/',
])('%s can be called', (url) => {
  expect(explainBadUrl(url)).toBeNull();
});

it.each([
  ['', /begin with http/],
  ['h.example/x', /begin with http/],
  ['/x', /begin with http/],
  ['http:h.example', /begin with http/],
  ['ftp://h.example/', /starts with ftp:\/\/ but only/],
  ['https://', /has no host/],
  ['https:///x', /has no host/],
  ['http:\\\\/x', /begin with http/],
  ['https://?q', /has no host/],
  ['https://a b.example/', /host "a b.example" holds a blank/],
  ['https://a|b.example/', /holds "\|"/],
  ['https://{tenant}.example/', /holds "\{"/],
  ['https://a%b.example/', /holds "%"/],
  ['https://a<b/', /holds "<"/],
  ['https://a"b/', /holds """/],
  ['https://a\u0007b/', /host "a\?b" holds the character U\+0007/],
  ['https://h.example:80a/', /port "80a" is not a number/],
  ['https://h.example:99999/', /port 99999 is above 65535/],
  ['http://::1/', /IPv6 address stands in brackets/],
  ['http://[::g]/', /"\[::g\]" is not an IPv6 address/],
  ['http://[::1/', /holds "\["|IPv6/],
  ['http://[fe80::1%eth0]/', /is not an IPv6 address/],
  ['http://256.1.1.1/', /"256.1.1.1" is not an IPv4 address/],
  ['http://xn--a/', /"xn--a" is not a host name/],
])('%s: %s', (url, words) => {
  expect(explainBadUrl(url)).toMatch(words);
});
