// @ts-check
import { createHmac, hkdfSync } from 'node:crypto';

const KEY_BYTES = 32;

/**
 * Derives the key for one purpose from the master key. It is plain JavaScript because the supervisor loads it
 * unbuilt.
 * @param {Buffer} master the bytes of an ENCRYPTION_KEY
 * @param {string} purpose
 */
export const subkeyOf = (master, purpose) =>
  Buffer.from(hkdfSync('sha256', master, '', `millrace ${purpose}`, KEY_BYTES));

/**
 * Returns the value by which a database recognises the key that its data was encrypted with, in hex; the key
 * can't be derived from it.
 * @param {Buffer} master
 */
export const checkOf = (master) =>
  createHmac('sha256', subkeyOf(master, 'check')).update('installation').digest('hex');
