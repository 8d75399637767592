/** Values for messages, different each time and the same for the same seed. */
export interface FailureValues {
  number: () => string;
  amount: () => string;
  id: () => string;
  uuid: () => string;
  hash: () => string;
  date: () => string;
  time: () => string;
  url: () => string;
  email: () => string;
  ip: () => string;
  quoted: () => string;
  list: () => string;
}

const HEX = '0123456789abcdef';
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const CURRENCIES = ['$', '€', ''];

/** @param random returns a number from 0 to 1 */
export function failureValues(random: () => number): FailureValues {
  const below = (end: number): number => Math.floor(random() * end);
  const pick = <T>(items: ArrayLike<T>): T => items[below(items.length)]!;
  const text = (characters: string, length: number): string =>
    Array.from({ length }, () => pick(characters)).join('');
  const digits = (length: number): string => text('0123456789', length);
  const two = (end: number): string => String(below(end) + 1).padStart(2, '0');
  const number = () => pick([digits(1 + below(9)), `-${digits(3)}`, `${digits(2)}.${digits(3)}`]);
  const isoDate = () => `20${digits(2)}-${two(12)}-${two(28)}`;
  const clock = () => `${two(23)}:${two(59)}:${two(59)}`;
  const uuid = () => [8, 4, 4, 4, 12].map((length) => text(HEX, length)).join('-');
  const word = () => text(LETTERS, 3 + below(9));
  return {
    number,
    uuid,
    amount: () => `${pick(CURRENCIES)}${1 + below(999)},${digits(3)}.${digits(2)}`,
    id: () =>
      pick([`cus_${digits(3)}${word()}`, `ORD-${digits(6)}`, `#${digits(5)}`, `r${digits(1)}.${digits(2)}`]),
    hash: () => text(HEX, pick([8, 32, 40, 64])),
    date: () =>
      pick([
        isoDate,
        () => `${two(28)}/${two(12)}/20${digits(2)}`,
        () => `${two(28)} ${pick(MONTHS)} 20${digits(2)}`,
      ])(),
    time: () =>
      pick([
        () => `${isoDate()}T${clock()}.${digits(3)}Z`,
        () => `${isoDate()} ${clock()}`,
        () => `${pick(DAYS)}, ${two(28)} ${pick(MONTHS)} 20${digits(2)} ${clock()}`,
      ])(),
    url: () => `https://${word()}.example.com:${digits(4)}/v1/${word()}?page=${digits(2)}&sort=${word()}`,
    email: () => `${word()}.${word()}@${word()}.example`,
    ip: () =>
      pick([
        () => [1, 2, 3, 4].map(() => below(256)).join('.'),
        () => `2001:db8::${text(HEX, 4)}:${text(HEX, 4)}`,
      ])(),
    quoted: () =>
      pick([`"${word()} ${word()}"`, `'${word()}'`, `“${word()}’s ${word()}”`, `\`${word()}.${word()}\``]),
    list: () => Array.from({ length: 1 + below(12) }, number).join(', '),
  };
}

type MessageOf = (values: FailureValues) => string;

/** Messages of forty kinds. */
export const FAILURE_KINDS: readonly MessageOf[] = [
  ({ id }) => `Order ${id()} was not found.`,
  ({ id, number }) => `Order ${id()} has ${number()} open positions.`,
  ({ number }) => `No response within ${number()} ms.`,
  ({ number }) => `The connection was closed after ${number()} bytes.`,
  ({ url }) => `${url()} could not be reached.`,
  ({ url, time }) => `The certificate of ${url()} expired on ${time()}.`,
  ({ email }) => `${email()} is no valid recipient.`,
  ({ email, quoted }) => `The mailbox ${email()} rejected ${quoted()}.`,
  ({ quoted }) => `Unknown customer ${quoted()}.`,
  ({ quoted }) => `Field ${quoted()} is required.`,
  ({ quoted, number }) => `Field ${quoted()} has at most ${number()} characters.`,
  ({ amount }) => `The payment of ${amount()} was declined.`,
  ({ amount, id }) => `The invoice ${id()} over ${amount()} is paid already.`,
  ({ uuid }) => `Execution ${uuid()} was cancelled.`,
  ({ uuid, hash }) => `Snapshot ${hash()} of ${uuid()} is missing.`,
  ({ hash }) => `The checksum ${hash()} does not match.`,
  ({ ip }) => `connect ECONNREFUSED ${ip()}`,
  ({ ip }) => `Requests from ${ip()} are blocked.`,
  ({ date }) => `No exchange rate for ${date()}.`,
  ({ date, amount }) => `On ${date()} the balance was ${amount()}.`,
  ({ time }) => `The token expired at ${time()}.`,
  ({ time, number }) => `Try again at ${time()} or in ${number()} seconds.`,
  ({ list }) => `The rows ${list()} were refused.`,
  ({ list, quoted }) => `Columns ${list()} of ${quoted()} are empty.`,
  ({ number }) => `Unexpected token } in JSON at position ${number()}`,
  ({ number }) => `Cannot read properties of undefined (reading ${number()})`,
  ({ quoted }) => `Cannot read properties of undefined (reading ${quoted()})!`,
  ({ number, uuid }) => `/orders/${number()}/items/${uuid()} is locked`,
  ({ number, uuid }) => `/refunds/${number()}/items/${uuid()} is locked`,
  ({ id, quoted }) => `{"id": ${quoted()}, "ref": ${quoted()}} was refused for ${id()}`,
  ({ number }) => `Rate limit of ${number()} requests reached.`,
  ({ number }) => `The quota of ${number()} MB is used up.`,
  ({ hash, time }) => `Signature ${hash()} of ${time()} is invalid.`,
  ({ id }) => `El pedido ${id()} no se encontró.`,
  ({ number }) => `订单${number()}未找到`,
  ({ quoted }) => `The model answered ${quoted()} in place of JSON.`,
  ({ number }) => `Loop iteration ${number()} failed.`,
  ({ number, list }) => `Expected ${number()} items, received: ${list()}`,
  ({ url, id, time }) => `Webhook ${id()} to ${url()} failed at ${time()}.`,
  () => 'The workflow has no start.',
];
