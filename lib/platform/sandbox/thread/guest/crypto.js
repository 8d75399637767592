/*
 * `crypto`: digests, HMAC and random values, computed by the host. Random values depend on the call's
 * position in its run.
 */
(function makeCrypto({ ask, load, tag, text, types }) {
  const { bytesOf, read, written, toHex, fromBase64, toBase64 } = load('bytes');
  const { DOMException } = load('clone');
  const INTEGERS = [
    ...[Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array],
    ...[BigInt64Array, BigUint64Array],
  ];
  const BLOCK_BYTES = { 'SHA-1': 64, 'SHA-256': 64, 'SHA-384': 128, 'SHA-512': 128 };
  const HMAC_ONLY = 'Code here has HMAC with SHA-1, SHA-256, SHA-384 or SHA-512, and digests of these.';
  const unsupported = (what) =>
    new DOMException(`${what} is not available. ${HMAC_ONLY}`, 'NotSupportedError');

  const nameOf = (algorithm) =>
    text(typeof algorithm === 'object' && algorithm !== null ? algorithm.name : algorithm);
  const hashOf = (algorithm) => {
    const name = nameOf(algorithm).toUpperCase();
    if (BLOCK_BYTES[name] === undefined) throw unsupported(`The hash ${nameOf(algorithm)}`);
    return name;
  };
  const onlyHmac = (algorithm) => {
    if (nameOf(algorithm).toUpperCase() !== 'HMAC') throw unsupported(`The algorithm ${nameOf(algorithm)}`);
  };
  const copyOf = (data) => written(bytesOf(data, 'The data'));
  const invalid = (words) => new DOMException(words, 'InvalidAccessError');

  const UNMADE = {};
  class CryptoKey {
    #secret;
    #shown;
    constructor(mark, secret, hash, extractable, usages) {
      if (mark !== UNMADE) throw new types.TypeError('Illegal constructor');
      this.#secret = secret;
      const algorithm = { name: 'HMAC', hash: { name: hash }, length: secret.length * 8 };
      this.#shown = { algorithm, extractable, usages };
    }
    static secret(key, usage) {
      if (typeof key !== 'object' || key === null || !(#secret in key))
        throw new types.TypeError('The key must be a CryptoKey: make one with crypto.subtle.importKey().');
      if (usage !== null && !key.#shown.usages.includes(usage))
        throw invalid(`This key is not made to ${usage}.`);
      return key.#secret;
    }
    get type() {
      return 'secret';
    }
    get algorithm() {
      return this.#shown.algorithm;
    }
    get extractable() {
      return this.#shown.extractable;
    }
    get usages() {
      return [...this.#shown.usages];
    }
  }
  const { secret } = CryptoKey;
  delete CryptoKey.secret;
  tag(CryptoKey.prototype, 'CryptoKey');

  const keyOf = (bytes, algorithm, extractable, usages) => {
    onlyHmac(algorithm);
    const wanted = [...usages];
    const strange = wanted.find((usage) => usage !== 'sign' && usage !== 'verify');
    if (strange !== undefined)
      throw new DOMException(`An HMAC key can't be used to ${strange}.`, 'SyntaxError');
    if (wanted.length === 0)
      throw new DOMException('Usages cannot be empty when importing a secret key.', 'SyntaxError');
    if (bytes.length === 0) throw new DOMException('Zero-length key is not supported', 'DataError');
    return new CryptoKey(UNMADE, bytes, hashOf(algorithm.hash), Boolean(extractable), wanted);
  };
  const rawOf = (format, data) => {
    if (format === 'raw') return copyOf(data);
    if (format !== 'jwk') throw unsupported(`The key format ${text(format)}`);
    if (data?.kty !== 'oct' || typeof data.k !== 'string')
      throw new DOMException('Invalid keyData', 'DataError');
    return written(fromBase64(data.k, { alphabet: 'base64url' }));
  };
  const hmac = (key, usage, data) => ask('hmac', key.algorithm.hash.name, secret(key, usage), copyOf(data));

  class SubtleCrypto {
    constructor(mark) {
      if (mark !== UNMADE) throw new types.TypeError('Illegal constructor');
    }
    async digest(algorithm, data) {
      return read(ask('digest', hashOf(algorithm), copyOf(data))).buffer;
    }
    async importKey(format, data, algorithm, extractable, usages) {
      return keyOf(rawOf(format, data), algorithm, extractable, usages);
    }
    async exportKey(format, key) {
      const raw = secret(key, null);
      if (!key.extractable) throw invalid('key is not extractable');
      if (format === 'raw') return read(raw).buffer;
      if (format !== 'jwk') throw unsupported(`The key format ${text(format)}`);
      const k = Reflect.apply(toBase64, read(raw), [{ alphabet: 'base64url', omitPadding: true }]);
      const alg = `HS${key.algorithm.hash.name.slice(4)}`;
      return { key_ops: key.usages, ext: true, kty: 'oct', k, alg };
    }
    async generateKey(algorithm, extractable, usages) {
      onlyHmac(algorithm);
      const bytes =
        algorithm.length === undefined ? BLOCK_BYTES[hashOf(algorithm.hash)] : algorithm.length / 8;
      return keyOf(ask('randomBytes', bytes), algorithm, extractable, usages);
    }
    async sign(algorithm, key, data) {
      onlyHmac(algorithm);
      return read(hmac(key, 'sign', data)).buffer;
    }
    async verify(algorithm, key, signature, data) {
      onlyHmac(algorithm);
      return hmac(key, 'verify', data) === copyOf(signature);
    }
  }
  for (const name of ['encrypt', 'decrypt', 'deriveKey', 'deriveBits', 'wrapKey', 'unwrapKey'])
    Object.defineProperty(SubtleCrypto.prototype, name, {
      value: async () => {
        throw unsupported(`crypto.subtle.${name}`);
      },
      configurable: true,
      writable: true,
    });
  tag(SubtleCrypto.prototype, 'SubtleCrypto');
  const subtle = new SubtleCrypto(UNMADE);

  class Crypto {
    constructor(mark) {
      if (mark !== UNMADE) throw new types.TypeError('Illegal constructor');
    }
    get subtle() {
      return subtle;
    }
    getRandomValues(array) {
      if (!INTEGERS.some((Kind) => array instanceof Kind))
        throw new DOMException('The data argument must be an integer-type TypedArray', 'TypeMismatchError');
      if (array.byteLength > 65_536)
        throw new DOMException(
          `The requested length exceeds 65,536 bytes: it is ${array.byteLength}.`,
          'QuotaExceededError',
        );
      bytesOf(array, 'The array').set(read(ask('randomBytes', array.byteLength)));
      return array;
    }
    randomUUID() {
      const bytes = read(ask('randomBytes', 16));
      bytes[6] = (bytes[6] & 0x0f) | 0x40;
      bytes[8] = (bytes[8] & 0x3f) | 0x80;
      const hex = Reflect.apply(toHex, bytes, []);
      const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)];
      return parts.join('-');
    }
  }
  tag(Crypto.prototype, 'Crypto');
  return { crypto: new Crypto(UNMADE), Crypto, CryptoKey, SubtleCrypto };
});
