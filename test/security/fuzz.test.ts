// Random and mutated input for whatever reads what strangers write: it never throws, and opens nothing.
// `npm run fuzz` runs it longer.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHandleHmac } from '../../src/adapters/crypto/web-crypto';
import { originNamed, pageFault } from '../../src/adapters/http/door';
import { readAddress } from '../../src/adapters/http/mcp-endpoint';
import { sortMessages } from '../../src/adapters/mcp/refusals';
import { parseClaimRules, placesOf } from '../../src/app/memberships';
import { parseSecretGrants } from '../../src/app/secret-grants';
import { bearerIn, parseTokens, workspaceOfToken } from '../../src/auth/tokens';
import { fillSecrets, masked, referenceFault, withoutReferences } from '../../src/config/mask';
import { parseConfig } from '../../src/config/parse';
import { readExportCall } from '../../src/gateway/asking/exports';
import { openHandle } from '../../src/gateway/handles/handles';
import { checkUpstreamUrl } from '../../src/gateway/upstream/upstream-url';
import { parseConstraints, readDocument } from '../../src/memory/document/document';
import { protect } from '../../src/protect/protect';
import { recordParser } from '../../src/records/import';
import { readCursor } from '../../src/records/search';
import { readTree } from '../../src/workflow/definition/tree';
import { find, select, treeOf } from '../ask/in-one-go';
import { validate } from '../config/validated';
import { inputs, soon } from '../fuzz-runs';
import { policy } from '../protect/answers';
import { bookings, seeded } from '../protect/payloads';

const runs = inputs(150);

/** Pieces of the languages that are read here. */
const piece = fc.constantFrom(
	...[
		'{',
		'}',
		'[',
		']',
		':',
		' ',
		'\n',
		'"',
		"'",
		'- ',
		'# ',
		'---\n',
		'&a ',
		'*a ',
		'!!js ',
		'\\',
	],
	...[
		'|',
		'>',
		`\${secret:A}`,
		`\${`,
		'```',
		'| a | b |\n',
		'<!--',
		'-->',
		'__proto__',
		'null',
		'1e999',
	],
	...[
		'll_ws-a_',
		'Bearer ',
		'upstreams',
		'url',
		'https://a.example/',
		'http://',
		'[a](b)',
		'key,value\n',
		'\ufeff',
		'\ud800',
	],
);

const text = () =>
	fc.oneof(
		fc.string({ maxLength: 200, unit: 'binary' }),
		fc.string({ maxLength: 200 }),
		fc.array(piece, { maxLength: 60 }).map((parts) => parts.join('')),
		// Texts that a pattern takes apart in more ways than there is time for, and that then do not fit.
		fc
			.tuple(fc.array(piece, { minLength: 1, maxLength: 3 }), fc.string({ maxLength: 3 }))
			.map(([parts, end]) => `${parts.join('').repeat(40)}${end}`),
	);

/** Little is too much for it: what is cut is what is looked at. */
const SMALL = {
	...policy,
	tokenBudgetThreshold: 400,
	itemTokenThreshold: 200,
	chunkTokenThreshold: 200,
};
const LIST = JSON.stringify(bookings(seeded(3), 60));

const OPTIONS = { checkUrl: (url: string) => checkUpstreamUrl(url, { allowLoopback: false }) };

/** Readers by what they read; each is given any text. */
const READERS: Readonly<Record<string, (given: string) => unknown>> = {
	'configuration as YAML': (given) => {
		const parsed = parseConfig(given, 'yaml');
		if (parsed.ok) masked(parsed.value);
		return parsed.ok && validate(parsed.value, OPTIONS);
	},
	'configuration as JSON': (given) => parseConfig(given, 'json'),
	'workflow definitions': readTree,
	'rules in Markdown': (given) => [parseConstraints(given), readDocument('rule', given)],
	'records as CSV': (given) => imported('csv', given),
	'records as NDJSON': (given) => imported('ndjson', given),
	'records as JSON': (given) => imported('json', given),
	'cursors of records': (given) => readCursor(given),
	'token lists': parseTokens,
	'claim rules': parseClaimRules,
	'secret grants': parseSecretGrants,
	'bearer headers': bearerIn,
	'API tokens': workspaceOfToken,
	'references to secrets': (given) => [
		referenceFault(given),
		withoutReferences(given),
		fillSecrets(given, () => 'x'),
	],
	'addresses of upstreams': (given) => checkUpstreamUrl(given, { allowLoopback: false }),
	origins: originNamed,
	'results as text and as JSON': (given) => {
		for (const whole of [given, JSON.stringify([given, { given }, ...given.split(' ')])])
			for (const each of [whole, whole.repeat(40)])
				protect({ content: [{ type: 'text', text: each }] }, { view: {} }, SMALL);
	},
	'views of a result': (given) =>
		protect(
			{ content: [{ type: 'text', text: LIST }] },
			{ view: { fields: given.split(',') } },
			SMALL,
		),
	expressions: (given) => {
		const tree = treeOf(LIST);
		return tree && select(given, { tree, complete: true });
	},
	queries: (given) => {
		const tree = treeOf(LIST);
		return [tree && find(tree, given), find(LIST.replaceAll(',', '\n'), given)];
	},
};

const imported = (format: 'csv' | 'ndjson' | 'json', given: string) => {
	const parser = recordParser(format);
	const half = given.length >> 1;
	for (const part of [given.slice(0, half), given.slice(half)]) if (!parser.push(part).ok) return;
	parser.end();
};

describe('readers of what strangers write never throw', () => {
	it.each(Object.keys(READERS))('%s', (name) => {
		fc.assert(
			fc.property(text(), (given) => {
				const read = READERS[name];
				if (read) soon(() => read(given));
			}),
			runs,
		);
	});

	it('messages of JSON-RPC, addresses and exports', () => {
		fc.assert(
			fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
				soon(() => {
					sortMessages(value);
					readExportCall('A'.repeat(44), value);
					placesOf({ email: value, groups: value, email_verified: true }, []);
				});
			}),
			runs,
		);
		fc.assert(
			fc.property(fc.webQueryParameters(), (query) => {
				soon(() => readAddress(`https://a.example/mcp?${query}`));
			}),
			runs,
		);
	});

	it('headers of pages let nobody in by chance', () => {
		const value = fc.oneof(fc.webUrl(), fc.constantFrom('null', 'cross-site', 'same-origin', ''));
		fc.assert(
			fc.property(value, value, value, (origin, site, referer) => {
				const headers = { origin, 'sec-fetch-site': site, referer };
				const request = new Request('https://own.example/api', { headers });
				expect(soon(() => pageFault(request, []))).not.toBeNull();
			}),
			runs,
		);
	});
});

describe('handles', () => {
	it('of any text open nothing', async () => {
		const hmac = createHandleHmac({ current: 'a secret of at least thirty-two characters' });
		const handle = fc.oneof(
			text(),
			fc.string({ minLength: 44, maxLength: 44, unit: fc.constantFrom(...'ABCabc019-_') }),
		);
		await fc.assert(
			fc.asyncProperty(handle, async (given) => {
				expect((await openHandle(given, { workspace: 'ws-a', principal: 'u' }, hmac)).ok).toBe(
					false,
				);
			}),
			runs,
		);
	});
});
