// A working day of an agent in two windows over five rule files, through a real MCP client: at each point binding, proof and
// cost are what a model says that reads nothing but the answers.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, inject, it } from 'vitest';
import { isWhole } from '../fuzz-runs';

const contentHash = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;
/** The digits by which a load names a version. */
const shortHash = (hash: string) => hash.slice('sha256:'.length, 'sha256:'.length + 12);

const TOPICS = ['naming', 'testing', 'deploying', 'logging', 'caching'];
const fileOf = (topic: string) => `rules/${topic}.md`;
const lineOf = (topic: string, number: number) => `Rule ${topic} number${number} of ours`;
/** Numbers stand in parts by their remainder, each line long enough that an activation tells some parts alone. */
const textOf = (topic: string, numbers: readonly number[]) =>
	[0, 1]
		.map((part) => numbers.filter((number) => number % 2 === part))
		.map((some, part) =>
			[
				`## Part ${part}\n`,
				...some.map((each) => `- ${lineOf(topic, each)}\n  ${'padding '.repeat(30)}${each}`),
			].join('\n'),
		)
		.join('\n\n')
		.concat('\n');
const linesIn = (text: string) => text.match(/Rule \w+ number\d+ of ours/g) ?? [];
const numberIn = (line: string) => Number(/number(\d+)/.exec(line)?.[1]);
const topicIn = (line: string) => line.split(' ')[1] ?? '';

const WORKFLOW = `name: day
steps:
  - { id: plan, type: action, instructions: Plan }
${['one', 'two', 'three', 'four'].map((id, at) => `  - { id: ${id}, type: action, context: ${at % 2 ? 'compact' : 'clear'}, instructions: Work }`).join('\n')}
`;

async function office() {
	const state = mkdtempSync(join(tmpdir(), 'loadline-day-'));
	const args = [inject('command'), 'serve', '--port', '0', '--state', state];
	const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
	let said = '';
	const here = await new Promise<string>((tell) => {
		child.stderr.on('data', (text) => {
			said += text;
			const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
			if (url) tell(url);
		});
	});
	const api = async (method: string, path: string, body: unknown, type = 'application/json') => {
		const text = typeof body === 'string' ? body : JSON.stringify(body);
		const headers = { 'content-type': type };
		const answer = await fetch(here + path, { method, headers, body: text });
		expect([path, answer.ok]).toEqual([path, true]);
		return (await answer.json()) as Record<string, string>;
	};
	const heard: string[] = [];
	const connected = async (mode: 'legacy' | 'auto' = 'legacy') => {
		const client = new Client({ name: 'day', version: '1' }, { versionNegotiation: { mode } });
		client.setNotificationHandler('notifications/tools/list_changed', ({ method }) => {
			heard.push(`${client.getProtocolEra()} ${method}`);
		});
		const transport = new StreamableHTTPClientTransport(new URL(`${here}/mcp`));
		await client.connect(transport);
		return client;
	};
	return { api, connected, heard, close: () => child.kill() };
}
type Office = Awaited<ReturnType<typeof office>>;

/** Published words, by topic. */
type Shelf = Map<string, readonly number[]>;

/** A window: its calls, and the ledger of what its answers said. */
async function open({ connected }: Office, shelf: Shelf) {
	const client = await connected();
	let calls = 0;
	const call = async (name: string, args: object) => {
		calls++;
		const { content, isError } = await client.callTool({ name, arguments: { ...args } });
		const text = content.map((each) => (each.type === 'text' ? each.text : '')).join('\n');
		expect([name, isError ?? false, isError ? text : '']).toEqual([name, false, '']);
		return text;
	};
	const json = async (name: string, args: object) =>
		JSON.parse((await call(name, args)).split('\n')[0] ?? '');
	const { handle } = await json('memsetup', {
		...{ session_id: 'new', knownHashes: { 'META_PROMPT.md': '' } },
	});
	const session = { session_id: handle };
	const told = new Map<string, Set<string>>();
	/** Topics told whole: what is new in them binds too. */
	const whole = new Set<string>();
	/** Lines of every text by key and hash, and the hash that is held of each key. */
	const texts = new Map<string, readonly string[]>();
	const held = new Map<string, string>();
	/** The document of a text, by key and hash. */
	const from = new Map<string, string>();
	const topics = new Map<string, string>();
	const standing = (topic: string) => (shelf.get(topic) ?? []).map((each) => lineOf(topic, each));
	const idOf = (topic: string) => [...topics].find(([, name]) => name === topic)?.[0] ?? '';
	const isInstead = (topic: string, lines: readonly string[], isWhole: boolean) => {
		told.set(topic, new Set(lines));
		whole.delete(topic);
		if (isWhole) whole.add(topic);
	};

	return {
		...{ client, call, json, session, held, count: () => calls },
		async learn() {
			for (const { id, path } of (await json('memdisc', session)).items)
				topics.set(id, path.replace('.md', '').toLowerCase());
		},
		async load(topic: string) {
			const id = idOf(topic);
			const document = textOf(topic, shelf.get(topic) ?? []);
			const known = shortHash(contentHash(document));
			const isHeld = held.get(id) === known;
			const name = `${id} ${held.get(id)}`;
			// Of what is unchanged, the rest is told to who holds a part.
			const has = new Set(from.get(name) === document ? (texts.get(name) ?? standing(topic)) : []);
			const rest = standing(topic).filter((line) => !has.has(line));
			const asked = { ...session, ids: [id], knownHashes: { [id]: held.get(id) ?? '' } };
			const text = await call('memload', asked);
			expect(linesIn(text).sort()).toEqual(isHeld ? [] : rest.sort());
			const cost = isHeld ? 30 : countTokens(document) * 1.25 + 80;
			expect(countTokens(text)).toBeLessThan(cost);
			held.set(id, known);
			isInstead(topic, standing(topic), true);
		},
		async activate(task: string, known: readonly string[], token_budget = 2000) {
			const given = known.flatMap((id) => (held.has(id) ? [[id, held.get(id)]] : []));
			const text = await call('memactivate', {
				...{ ...session, task, token_budget, known: Object.fromEntries(given) },
			});
			expect(countTokens(text)).toBeLessThanOrEqual(token_budget);
			for (const [, keys = ''] of text.matchAll(/^\[not for this task: (.*)\]$/gm))
				for (const key of keys.split(', ')) {
					told.delete(topics.get(key) ?? '');
					whole.delete(topics.get(key) ?? '');
					from.delete(`${key} ${held.get(key)}`);
				}
			for (const block of text.split(/^(?=\[r\d)/m)) {
				const [, key, hash, parts, action] =
					/^\[(r\d+)(?: \S+\.md)? ([0-9a-f]{8})( \d+\/\d+)?( unchanged| changed)?\]/.exec(block) ??
					[];
				if (key === undefined || hash === undefined) continue;
				const topic = topics.get(key) ?? '';
				if (!action?.includes('unchanged')) texts.set(`${key} ${hash}`, linesIn(block));
				from.set(`${key} ${hash}`, textOf(topic, shelf.get(topic) ?? []));
				const lines = texts.get(`${key} ${hash}`) ?? standing(topic);
				// Lines that are gone are let go if all of their part was told.
				const isOwed = (line: string) => {
					const number = numberIn(line);
					const part = (shelf.get(topic) ?? []).filter((each) => each % 2 === number % 2);
					if (part.length === 0 || part.includes(number)) return true;
					return !part.every((each) => lines.includes(lineOf(topic, each)));
				};
				const owed = [...(told.get(topic) ?? [])].filter(isOwed);
				if (parts === undefined) isInstead(topic, lines, true);
				else if (action === ' changed') isInstead(topic, [...owed, ...lines], false);
				else for (const line of lines) told.set(topic, (told.get(topic) ?? new Set()).add(line));
				held.set(key, hash);
			}
		},
		async refer(topic: string) {
			const refs = [{ ruleId: idOf(topic), constraintId: standing(topic)[0] }];
			await call('memref', { ...session, refs });
		},
		/** Nothing that a context action took is held. */
		forget: () => held.clear(),
		/** Binding: the lines in force of what was told. */
		async binds() {
			const { constraints } = await json('build_replay_payload', session);
			const lines = TOPICS.flatMap((topic) =>
				standing(topic).filter((line) => whole.has(topic) || told.get(topic)?.has(line)),
			);
			expect(linesIn(constraints.join('\n')).sort()).toEqual(lines.sort());
		},
		/** Proof: it holds exactly if each line that was told stands. */
		async proves(run: object) {
			const text = await call('workflow_status', { ...session, ...run });
			const { verification, prompt_context } = JSON.parse(text).replay;
			const stand = new Set(TOPICS.flatMap(standing));
			const lines = [...told.values()].flatMap((each) => [...each]);
			const stands = lines.every((line) => stand.has(line));
			expect([lines, verification.admissible]).toEqual([lines, stands]);
			for (const line of linesIn(prompt_context))
				told.set(topicIn(line), (told.get(topicIn(line)) ?? new Set()).add(line));
			expect(countTokens(text)).toBeLessThan(4000);
			return stands;
		},
	};
}

it.runIf(isWhole)(
	'a working day binds and proves what was told, in two windows of their own',
	async () => {
		const here = await office();
		const shelf: Shelf = new Map();
		const numbers = [0, 1, 2, 3, 4, 5];
		const publish = async (topic: string, next: readonly number[]) => {
			const before = shelf.get(topic);
			const base = before === undefined ? null : contentHash(textOf(topic, before));
			const file = { file: fileOf(topic), content: textOf(topic, next), base };
			await here.api('POST', '/api/memory/sync/apply', { files: [file] });
			shelf.set(topic, next);
		};
		const review = async (id: string) => {
			await here.api('POST', `/api/memory/drafts/${id}/submit`, {});
			await here.api('POST', `/api/memory/drafts/${id}/approve`, { comment: 'well said' });
		};
		await here.api('PUT', '/api/workflows/day', WORKFLOW, 'application/yaml');

		// The first rule comes from a model, in a workspace that lists what begins a memory and nothing else of it.
		const one = await open(here, shelf);
		const names = async () => (await one.client.listTools()).tools.map(({ name }) => name);
		const memory = (await names()).filter((name) => /^(?:mem|agent|artifact)/.test(name));
		expect(memory).toEqual(['memsetup', 'artifact']);
		expect(one.client.getServerCapabilities()?.tools?.listChanged).toBe(true);
		const newer = await here.connected('auto');
		await newer.listen({ toolsListChanged: true });
		const create = { path: 'naming.md', body: textOf('naming', numbers) };
		const drafted = { ...one.session, resource: 'rule', op: { create } };
		const { id } = await one.json('artifact', drafted);
		const changed = 'notifications/tools/list_changed';
		await expect
			.poll(() => here.heard.toSorted())
			.toEqual([`legacy ${changed}`, `modern ${changed}`]);
		expect((await newer.listTools()).tools.map(({ name }) => name)).toContain('memactivate');
		await newer.close();
		expect(await names()).toContain('memactivate');
		await review(id);
		shelf.set('naming', numbers);
		expect(await one.call('memdisc', one.session)).toContain(`${id} was approved and is r1 now`);
		for (const topic of TOPICS.slice(1)) await publish(topic, numbers);
		const two = await open(here, shelf);
		for (const window of [one, two]) await window.learn();

		const { run_id } = await one.json('workflow_start', {
			...{ ...one.session, workflow: 'day', summary: 'x' },
		});
		const run = { run_id };
		const edits = [
			() => publish('testing', [0, 1, 2, 3, 4, 5, 6]),
			() => publish('deploying', [0, 2, 3, 4, 5]),
			() => publish('testing', [0, 1, 2, 3, 4, 5]),
		];
		const proofs: boolean[] = [];
		let isAfterAction = false;
		for (let turn = 0; turn < 24; turn++) {
			const topic = TOPICS[(turn * 7) % 5] ?? '';
			const other = TOPICS[(turn * 3 + 1) % 5] ?? '';
			await one.activate(`Rule ${topic} number${turn % 6}`, [], turn % 3 === 0 ? 350 : 2000);
			await one.binds();
			await two.load(other);
			await two.binds();
			if (turn % 4 === 3) {
				// Holdings of others are let go.
				await two.activate(`Rule ${other} number1`, [...two.held.keys()]);
				await two.binds();
			}
			if (turn % 6 === 1) await two.load(other);
			if (turn % 6 === 5) await edits.shift()?.();
			if (turn % 6 === 2) {
				await one.json('workflow_advance', { ...one.session, ...run, output: 'done' });
				one.forget();
				isAfterAction = true;
			}
			if (isAfterAction) proofs.push(await one.proves(run));
			await one.binds();
			await one.load(topic);
			await one.refer(topic);
		}
		expect(edits).toEqual([]);
		// It held before the edits, and fails where a line that was told is gone.
		expect(new Set(proofs)).toEqual(new Set([true, false]));
		const body = textOf('caching', [0, 1, 2]);
		const update = { ...two.session, resource: 'rule', op: { update: { id: 'r5', body } } };
		await two.json('artifact', update);
		await review('r5');
		shelf.set('caching', [0, 1, 2]);
		expect(await two.call('agentreport', { ...two.session, summary: 'done' })).toContain(
			'r5 CACHING.md: your update was approved: \\"well said\\"',
		);
		await two.load('caching');
		for (const window of [one, two]) await window.binds();
		expect(one.count() + two.count()).toBeGreaterThan(200);
		for (const { client } of [one, two]) await client.close();
		here.close();
	},
);
