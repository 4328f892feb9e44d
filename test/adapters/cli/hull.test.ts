import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hullCard, hullText, reportSession } from '../../../src/adapters/cli/report';
import type { LedgerCall } from '../../../src/transient/ledger';

const call = (id: string, more: Partial<LedgerCall> = {}): LedgerCall => ({
	...{ id, tool: 'git<hub>__list', at: 0, state: 'plain', tokensBefore: 100, tokensAfter: 100 },
	...more,
});
const CALLS = [
	call('a', { tokensOriginal: 900 }),
	call('b', { state: 'used', partner: 'c', summary: 'a secret summary' }),
	call('c', { tool: 'store' }),
];

describe('a conversation as text', () => {
	it('says what is held, what was used, and by which tool', () => {
		const text = hullText(CALLS);
		expect(text).toContain('300 tokens are held of 1,100 that tools gave (27 %), in 3 calls');
		expect(text).toContain('100 of them were used, and could leave');
		expect(text).toMatch(/200\s+67 % {2}git<hub>__list, 2 results/);
		expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(100);
	});
});

describe('a conversation as a picture', () => {
	it('has figures and shapes alone, and names where they are asked for', () => {
		const bare = hullCard(CALLS, false);
		expect(bare).toContain('3 calls of 2 tools');
		expect(bare).not.toMatch(/hub|store|secret|summary|href|<script|url\(/);
		const named = hullCard(CALLS, true);
		expect(named).toContain('git&lt;hub&gt;__list');
		expect(named).not.toMatch(/secret/);
	});

	it('tells long names by their ends, each within its place, and how many tools have none', () => {
		const names = ['list_issues', 'search', 'read_file', 'write', 'run', 'stop', 'move'].map(
			(tool) => `a-server-of-a-long-name__${tool}_of_a_repository`,
		);
		const card = hullCard(
			names.map((tool, at) => call(`${at}`, { tool, tokensAfter: 100 - at })),
			true,
		);
		const texts = [...card.matchAll(/<text x="(\d+)" y="(\d+)" font-size="22"[^>]*>([^<]*)/g)];
		expect(texts.map(([, , , text]) => text)).toEqual(
			[
				'…ist_issues_of_a_repository',
				'…__search_of_a_repository',
				'…read_file_of_a_repository',
				'…__write_of_a_repository',
				'…e__run_of_a_repository',
				'2 tools more',
			].map((text) => (text.startsWith('…') ? expect.stringContaining(text.slice(4)) : text)),
		);
		for (const [, x, y, text = ''] of texts) {
			expect([...text].length).toBeLessThanOrEqual(26);
			expect(Number(x) + 360 - 24).toBeLessThanOrEqual(1_140);
			expect(Number(y)).toBeLessThan(630);
		}
		expect(new Set(texts.map(([, x, y]) => `${x} ${y}`)).size).toBe(6);
	});

	it('gives wide letters the room that they take, and fits a page that is narrower', () => {
		const card = hullCard([call('a', { tool: 'w'.repeat(60) })], true);
		expect(/>(…w+)</.exec(card)?.[1]?.length).toBeLessThanOrEqual(18);
		expect(card).toContain('max-width:100%');
	});

	it('is well-formed, whatever tools are called', () => {
		fc.assert(
			fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 8 }), (names) => {
				const card = hullCard(
					names.map((tool, at) => call(`${at}`, { tool })),
					true,
				);
				expect(card).not.toMatch(/&(?!amp;|lt;|gt;|quot;)|NaN|Infinity/);
				const [open, close] = [card.match(/<tspan/g), card.match(/<\/tspan>/g)];
				expect(open?.length).toBe(close?.length);
			}),
		);
	});
});

describe('a report of a session', () => {
	it('writes the picture beside the text, and says where it cannot', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'loadline-report-'));
		onTestFinished(() => rmSync(folder, { recursive: true }));
		const svg = join(folder, 'card.svg');
		expect((await reportSession({ calls: CALLS }, { svg })).ok).toBe(true);
		expect(readFileSync(svg, 'utf8')).toBe(hullCard(CALLS, false));
		const nowhere = await reportSession({ calls: CALLS }, { svg: join(folder, 'no/card.svg') });
		expect(nowhere).toMatchObject({ ok: false, error: expect.stringContaining('--svg') });
		expect((await reportSession({ calls: [] }, {})).ok).toBe(false);
	});

	it('says what was paid for its prompts, also where no call is listed', async () => {
		const prompts = {
			...{ requests: 12, told: 10, input: 0, read: 0, written: 0, output: 0, paid: 12_000.4 },
			...{ lost: 0, unknown: 0, would: 15_000, unsure: 0, missed: 0, disagrees: false },
		};
		const said = async (given: Partial<typeof prompts>, calls: readonly LedgerCall[] = []) => {
			const told = await reportSession(
				{ calls: [...calls], prompts: { ...prompts, ...given } },
				{},
			);
			return told.ok ? told.value : told.error;
		};
		const share = 'in uncached tokens, 10 of 12 requests';
		expect(await said({})).toBe(`Prompts paid: 12,000; −3,000: 15,000 without leaving; ${share}`);
		expect(await said({}, CALLS)).toBe(`${hullText(CALLS)}\n${await said({})}`);
		expect(await said({ lost: 2_000, unknown: 900, unsure: 50, missed: 1 })).toBe(
			`Prompts paid: 12,000; to 14,000 with those whose answers told nothing, by estimate; 900 more at the most, if those went out that may not have; those that told: −3,000: 15,000 to 15,050 without leaving; ${share}, of which its cache missed 1`,
		);
		expect(await said({ told: 0, paid: 0, would: 0, unknown: 900 })).toBe(
			'Prompts paid: 0; 900 more at the most, if those went out that may not have; in uncached tokens, 0 of 12 requests',
		);
		expect(await said({ told: 0, paid: 0, would: 0 })).toBe(
			'no call of this conversation is listed.',
		);
		expect(await said({ told: 0, paid: 0, would: 0 }, CALLS)).toBe(hullText(CALLS));
	});
});
