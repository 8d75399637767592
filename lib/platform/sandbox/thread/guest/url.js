/* `URL` and `URLSearchParams`: the host parses and writes, as Node does. */
(function makeUrls({ ask, defineGetter, hide, tag, types, load }) {
  const wellFormed = String.prototype.toWellFormed;
  const { apply } = Reflect;
  const valid = (value) => apply(wellFormed, `${value}`, []);
  const { defineUnprintable } = load('unprintable');

  const pairsOf = (given) => {
    if (given === undefined || given === null) return [];
    if (typeof given !== 'object' && typeof given !== 'function') {
      const query = valid(given);
      return ask('parseQuery', query);
    }
    const method = given[Symbol.iterator];
    const pairs = [];
    if (method !== undefined && method !== null) {
      for (const pair of given) {
        if (pair === null || typeof pair !== 'object' || typeof pair[Symbol.iterator] !== 'function')
          throw iterableError('Each query pair must be an iterable [name, value] tuple');
        const [...both] = pair;
        if (both.length !== 2) throw iterableError('Each query pair must be an iterable [name, value] tuple');
        pairs.push([valid(both[0]), valid(both[1])]);
      }
      return pairs;
    }
    const names = new Map();
    for (const name of Object.keys(given)) names.set(valid(name), valid(given[name]));
    return [...names];
  };
  const iterableError = (words) => Object.assign(new types.TypeError(words), { code: 'ERR_INVALID_TUPLE' });
  const missing = (given, least, words) => {
    if (given.length < least) throw Object.assign(new types.TypeError(words), { code: 'ERR_MISSING_ARGS' });
  };
  const NAME = 'The "name" argument must be specified';
  const BOTH = 'The "name" and "value" arguments must be specified';

  /** Functions called with the new query after code has changed the pairs of a URL. */
  const listeners = new WeakMap();

  class URLSearchParams {
    #pairs;
    constructor(given) {
      this.#pairs = pairsOf(given);
    }
    static refill(params, query) {
      params.#pairs = pairsOf(query);
    }
    #changed() {
      listeners.get(this)?.(this.toString());
    }
    get size() {
      return this.#pairs.length;
    }
    append(...given) {
      missing(given, 2, BOTH);
      this.#pairs.push([valid(given[0]), valid(given[1])]);
      this.#changed();
    }
    delete(...given) {
      missing(given, 1, NAME);
      const [name, value] = [valid(given[0]), given[1] === undefined ? undefined : valid(given[1])];
      this.#pairs = this.#pairs.filter(
        (pair) => pair[0] !== name || (value !== undefined && pair[1] !== value),
      );
      this.#changed();
    }
    get(...given) {
      missing(given, 1, NAME);
      const name = valid(given[0]);
      return this.#pairs.find((pair) => pair[0] === name)?.[1] ?? null;
    }
    getAll(...given) {
      missing(given, 1, NAME);
      const name = valid(given[0]);
      return this.#pairs.filter((pair) => pair[0] === name).map((pair) => pair[1]);
    }
    has(...given) {
      missing(given, 1, NAME);
      const [name, value] = [valid(given[0]), given[1] === undefined ? undefined : valid(given[1])];
      return this.#pairs.some((pair) => pair[0] === name && (value === undefined || pair[1] === value));
    }
    set(...given) {
      missing(given, 2, BOTH);
      const [name, value] = [valid(given[0]), valid(given[1])];
      const first = this.#pairs.findIndex((pair) => pair[0] === name);
      if (first < 0) this.#pairs.push([name, value]);
      else {
        this.#pairs[first] = [name, value];
        this.#pairs = this.#pairs.filter((pair, index) => index <= first || pair[0] !== name);
      }
      this.#changed();
    }
    sort() {
      this.#pairs.sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
      this.#changed();
    }
    forEach(call, self) {
      if (typeof call !== 'function')
        throw new types.TypeError('The "callback" argument must be of type function');
      for (let index = 0; index < this.#pairs.length; index += 1)
        apply(call, self, [this.#pairs[index][1], this.#pairs[index][0], this]);
    }
    *entries() {
      for (let index = 0; index < this.#pairs.length; index += 1) yield [...this.#pairs[index]];
    }
    *keys() {
      for (let index = 0; index < this.#pairs.length; index += 1) yield this.#pairs[index][0];
    }
    *values() {
      for (let index = 0; index < this.#pairs.length; index += 1) yield this.#pairs[index][1];
    }
    toString() {
      return this.#pairs.length === 0 ? '' : ask('writeQuery', this.#pairs);
    }
  }
  const { refill } = URLSearchParams;
  delete URLSearchParams.refill;
  hide(URLSearchParams.prototype, Symbol.iterator, URLSearchParams.prototype.entries);
  tag(URLSearchParams.prototype, 'URLSearchParams');
  defineUnprintable(URLSearchParams, 'a URLSearchParams; give back its toString() instead.');

  class URL {
    #members;
    #params = null;
    constructor(...given) {
      missing(given, 1, 'The "url" argument must be specified');
      const base = given[1] === undefined ? undefined : valid(given[1]);
      this.#members = ask('parseUrl', valid(given[0]), base);
    }
    static member(url, name) {
      return url.#members[name];
    }
    static change(url, name, value) {
      url.#members = ask('setOfUrl', url.#members.href, name, valid(value));
      if (url.#params !== null && (name === 'href' || name === 'search'))
        refill(url.#params, url.#members.search);
    }
    static canParse(...given) {
      missing(given, 1, 'The "url" argument must be specified');
      try {
        return Boolean(new URL(given[0], given[1]));
      } catch {
        return false;
      }
    }
    get searchParams() {
      if (this.#params === null) {
        this.#params = new URLSearchParams(this.#members.search);
        listeners.set(this.#params, (query) => {
          this.#members = ask('setOfUrl', this.#members.href, 'search', query);
        });
      }
      return this.#params;
    }
    toString() {
      return this.#members.href;
    }
    toJSON() {
      return this.#members.href;
    }
  }
  const { member, change } = URL;
  delete URL.member;
  delete URL.change;
  for (const name of [
    ...['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname'],
    ...['search', 'hash'],
  ])
    defineGetter(
      URL.prototype,
      name,
      function () {
        return member(this, name);
      },
      name === 'origin'
        ? undefined
        : function (value) {
            change(this, name, value);
          },
    );
  tag(URL.prototype, 'URL');
  return { URL, URLSearchParams };
});
