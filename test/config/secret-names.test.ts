// Names and values of a document as its issues repeat them: without what has the form of a secret.
import { describe, expect, it } from 'vitest';
import { isSecretName, repeated, toldPath } from '../../src/config/fields';
import { REDACTED } from '../../src/shared/secret-looks';
import { issuesOf, reasonAt } from './validated';

/** Words of letters and digits: of base 64, of one alphabet, a UUID; each as short as it may be. */
const OPAQUE = [
	'a1'.repeat(16),
	`${'ab/+'.repeat(7)}cde1`,
	`1/${'b'.repeat(30)}`,
	`a${'1'.repeat(15)}`,
	`1${'a'.repeat(15)}`,
	'A1B2C3D4E5F6A7B8',
	'01234567-89ab-cdef-0123-456789abcdef',
];
/** Names that only look a little like it. */
const PLAIN = [
	'a'.repeat(40),
	'1'.repeat(40),
	'a1'.repeat(7),
	'crm__list_all_open_orders_of_2026',
	'0123456-89ab-cdef-0123-456789abcdef',
	'ab/+'.repeat(7),
];

describe('a name that may be a secret', () => {
	it.each(OPAQUE)('is one: %s', (text) => {
		expect(isSecretName(text)).toBe(true);
		expect(repeated(`see ${text}, please`)).toBe(`see ${REDACTED}, please`);
		expect(toldPath(['endpoints', text, 'mode'])).toBe(`endpoints.${REDACTED}.mode`);
	});

	it.each(PLAIN)('is none: %s', (text) => {
		expect(isSecretName(text)).toBe(false);
		expect(repeated(text)).toBe(text);
		expect(toldPath([text, 0])).toBe(`${text}.0`);
	});

	it('is found among keys without a digit by its length alone', () => {
		const token = `ghp_${'abcdefghij'.repeat(4)}`;
		expect(isSecretName(token)).toBe(true);
		expect(toldPath(['headers', token])).toBe(`headers.${REDACTED}`);
		expect(toldPath(['upstreams', 0, 'url'])).toBe('upstreams.0.url');
		expect(toldPath(['a b', ''])).toBe('["a b"][""]');
	});
});

describe('an issue', () => {
	it('quotes a value in short, and a secret not at all', () => {
		const [secret = ''] = OPAQUE;
		const reason = (estimator: unknown) => reasonAt({ estimator }, 'estimator');
		expect(reason(secret)).toMatch(new RegExp(`, not "${REDACTED.replace(/[[\]*]/g, '\\$&')}"$`));
		expect(reason('x y '.repeat(10))).toMatch(/, not "(?:x y ){10}"$/);
		expect(reason('x y '.repeat(11))).toMatch(/, not "(?:x y ){10}…"$/);
		expect(reason(null)).toMatch(/, not null$/);
		expect(reason({ a: 1 })).toMatch(/, not a mapping$/);
		expect(reason([1])).toMatch(/, not a list$/);
	});

	it('names the key that was meant, else all that are allowed', () => {
		const keys = (document: object) => issuesOf(document).map(({ reason }) => reason);
		expect(keys({ chunkSiz: 1 })).toEqual(['unknown key; did you mean chunkSize?']);
		expect(keys({ alerts: { zebra: 1 } })).toEqual([
			expect.stringMatching(/^unknown key; allowed are webhook, windowMinutes, /),
		]);
	});
});
