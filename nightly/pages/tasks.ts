// Tasks that people come with, and questions of operators and reviewers, walked in a real browser by who knows the
// address alone. Each begins at `/`, and is over when the page shows what the API says; clicks and searches are counted.
import type { Locator, Page } from 'playwright-core';
import { startRawUpstream } from '../../test/upstreams/raw-upstream';
import type { Loadline } from '../../test/worker/serve';
import { asking, LONG } from './full';

/** A walk of somebody who is counted. */
class Walk {
	clicks = 0;
	searches = 0;

	constructor(
		readonly page: Page,
		private readonly origin: string,
	) {}

	async begin(): Promise<void> {
		[this.clicks, this.searches] = [0, 0];
		await this.page.goto(`${this.origin}/`);
	}
	async click(what: Locator): Promise<void> {
		this.clicks++;
		await what.click();
		await this.page.waitForLoadState();
	}
	link(name: string): Promise<void> {
		return this.click(this.page.getByRole('link', { name, exact: true }).first());
	}
	button(name: string): Promise<void> {
		return this.click(this.page.getByRole('button', { name, exact: true }).first());
	}
	async account(name: string): Promise<void> {
		await this.click(this.page.getByRole('button', { name: 'Account: ' }));
		await this.link(name);
	}
	/** Fields are reached by Tab, and choices by arrow keys. */
	async write(label: string, text: string): Promise<void> {
		await this.page.getByLabel(label).first().fill(text);
	}
	async choose(label: string, value: string): Promise<void> {
		this.clicks++;
		await this.page.getByLabel(label, { exact: true }).selectOption(value);
	}
	async search(words: string): Promise<void> {
		this.searches++;
		await this.page.keyboard.press('Control+k');
		await this.page.keyboard.type(words);
		await this.page.keyboard.press('Enter');
		await this.page.waitForURL('**/find?**');
	}
	async find(label: string, words: string): Promise<void> {
		this.searches++;
		await this.write(label, words);
		await this.page.keyboard.press('Enter');
		await this.page.waitForLoadState();
	}
	/** Waits until the page says it. */
	async says(text: string | RegExp): Promise<void> {
		await this.page.getByRole('main').getByText(text).first().waitFor();
	}
}

type Task = readonly [name: string, walk: (walk: Walk) => Promise<void>];

/** Milliseconds on a busy machine. */
const PATIENCE_MS = 120_000;
/** Clicks that a task may take; a search is one of them. */
const MOST_CLICKS = 4;

/** Walks all of them; prints a row each. @returns what failed, or took too long */
export async function tasks(
	page: Page,
	loadline: Loadline,
	tokens: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
	const faults: string[] = [];
	const walk = new Walk(page, loadline.url);
	page.setDefaultTimeout(PATIENCE_MS);
	for (const [kind, list] of Object.entries(await walks(loadline, tokens))) {
		console.log(`\n| ${kind} | clicks | searches |\n|---|---|---|`);
		for (const [name, walkIt] of list) {
			await walk.begin();
			const fault = await walkIt(walk).then(
				() => undefined,
				(error: unknown) => String(error).split('\n').slice(0, 4).join(' '),
			);
			if (fault !== undefined)
				faults.push(`${name}: ${fault}; the page says ${await page.locator('main').textContent()}`);
			else if (walk.clicks + walk.searches > MOST_CLICKS || walk.searches > 1)
				faults.push(`${name}: ${walk.clicks} clicks, ${walk.searches} searches`);
			console.log(
				`| ${name} | ${fault === undefined ? walk.clicks : 'not done'} | ${walk.searches || ''} |`,
			);
		}
	}
	return faults;
}

const shown = (value: number): string => value.toLocaleString('en-US');

async function walks(
	loadline: Loadline,
	tokens: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, readonly Task[]>>> {
	const ask = asking(loadline);
	const keyed = await startRawUpstream({
		methods: {
			'tools/list': ({ request, response }) =>
				request.headers.authorization === 'Bearer open sesame'
					? '{"tools":[{"name":"add","inputSchema":{"type":"object"}}]}'
					: void response.writeHead(401).end(),
		},
	});
	const row = (walk: Walk, text: string) =>
		walk.page.getByRole('row').filter({ hasText: text }).first();
	const tool = 'tracker__list_issues';
	const inTools: Task[] = [
		[
			'what a tool costs, by its definition and by its results',
			async (walk) => {
				await walk.link('Tools');
				const cells = await row(walk, tool).getByRole('cell').allTextContents();
				if (cells.filter((text) => /^[\d,]+$/.test(text) && text !== '0').length < 4)
					throw new Error(cells.join());
			},
		],
		[
			'set its budget, by its forecast',
			async (walk) => {
				await walk.link('Tools');
				await walk.link(tool);
				await walk.click(walk.page.getByText('Budget of a first answer'));
				await walk.page.getByLabel('list', { exact: true }).fill('300');
				await walk.page.keyboard.press('Enter');
				await walk.says('% tokens');
				await walk.button('Put in force');
				await walk.says('is in force.');
			},
		],
		[
			'leave a field out of its results, by its forecast',
			async (walk) => {
				await walk.link('Tools');
				await walk.link(tool);
				await walk.click(walk.page.locator('button[name="strip"]').first());
				await walk.says('% tokens');
				await walk.button('Put in force');
				await walk.says('is in force.');
			},
		],
		[
			'the call that gave most, and what became of it',
			async (walk) => {
				await walk.link('Tools');
				await walk.link(tool);
				await walk.click(walk.page.getByRole('table').last().getByRole('link').first());
				await walk.says('As the tool gave it');
				await walk.says('Held now');
			},
		],
	];
	const inServers: Task[] = [
		[
			'add a server with a secret',
			async (walk) => {
				await walk.link('Tools');
				await walk.link('Servers');
				await walk.page.fill('#url', keyed.url);
				await walk.page.fill('#name', 'keyed');
				const form = walk.page.locator('form[action="/upstreams"]');
				await walk.click(form.getByLabel('a token or key, the same'));
				await walk.page.fill('#secret', 'open sesame');
				await walk.button('Add and try it');
				await walk.says('It listed 1 tool');
			},
		],
		[
			'change the address of a server',
			async (walk) => {
				await walk.link('Tools');
				await walk.link('Servers');
				const card = walk.page.getByRole('region', { name: 'keyed', exact: true });
				await walk.click(card.getByText('Change its address'));
				await card.locator('input[name=url]').fill(`${keyed.origin}/other`);
				await walk.click(
					card
						.locator('form')
						.filter({ has: walk.page.locator('input[name=url]') })
						.getByRole('button'),
				);
				await walk.says(`${keyed.origin}/other`);
			},
		],
	];
	const inRules: Task[] = [
		[
			'review a draft, and accept it',
			async (walk) => {
				await walk.link('Rules');
				await walk.click(row(walk, 'submitted').getByRole('link'));
				await walk.button('Approve');
				await walk.says('The draft is published.');
			},
		],
		[
			'who used this rule',
			async (walk) => {
				await walk.link('Rules');
				await walk.find('Find', 'RULE_0002');
				await walk.click(walk.page.getByRole('link', { name: 'RULE_0002' }).last());
				await walk.says('Who used it');
				for (const name of ['Ann Archer', 'CI']) await walk.says(name);
			},
		],
	];
	const inAccount: Task[] = [
		[
			'revoke a token',
			async (walk) => {
				await walk.account('People and tokens');
				await walk.click(row(walk, 'CI').getByText('Revoke', { exact: true }));
				await walk.button('Revoke CI');
				await walk.says('The token is revoked');
				await walk.page.getByRole('button', { name: 'Undo' }).click();
				await walk.says('The token is back');
				await asking(loadline, tokens.CI)('GET', '/api/me');
			},
		],
		[
			'go back to an earlier configuration',
			async (walk) => {
				await walk.account('Configuration');
				await walk.button('Go back to it');
				await walk.says('What changes');
				await walk.button('Go back');
				await walk.says('is in force.');
			},
		],
		[
			'take all data along',
			async (walk) => {
				await walk.account('Export and erase');
				const download = walk.page.waitForEvent('download');
				await walk.link('Export it');
				await (await download).delete();
			},
		],
		[
			'erase somebody, by name',
			async (walk) => {
				const name = 'Bob Builder of the very long department name';
				await walk.search('bob');
				await walk.link(name);
				await walk.says(`What is kept of ${name}`);
				await walk.write(`Type ${name} to erase it`, name);
				await walk.click(walk.page.getByRole('button', { name: /^Erase Bob/ }));
				await walk.says('Erasures');
			},
		],
	];
	const inPlayground: Task[] = [
		[
			'try a tool that gives an image',
			async (walk) => {
				await walk.link('Tools');
				await walk.link('Try');
				await walk.choose('Tool', 'everything__get-tiny-image');
				await walk.button('Call');
				await walk.page.locator('main img').first().waitFor();
			},
		],
		[
			'try a tool that asks back',
			async (walk) => {
				await walk.link('Tools');
				await walk.link('Try');
				await walk.choose('Tool', 'everything__trigger-elicitation-request');
				await walk.button('Call');
				await walk.says('The server asks you');
			},
		],
	];
	const kinds: readonly (readonly [kind: string, words: string, says: string])[] = [
		['a conversation', LONG, `Conversations, 1`],
		['a call', 'step 77', 'Calls of the newest'],
		['a tool', 'export_builds', 'Asks the tracker'],
		['a rule', 'RULE_0777', 'Rules, 1'],
		['a person', 'archer', 'People, 1'],
		['a setting', 'sessionTexts', 'Settings, 1'],
	];
	return {
		Tasks: [
			[
				'what fills my window, and what to do about it',
				async (walk) => {
					await walk.says('tokens held');
					await walk.click(walk.page.getByText('What is in the window'));
					await walk.says('Definitions of ');
					await walk.page.getByRole('link', { name: 'Settings of this tool' }).waitFor();
				},
			],
			...[...inTools, ...inServers, ...inRules, ...inPlayground, ...inAccount],
		],
		'One search': kinds.map(
			([kind, words, says]): Task => [
				kind,
				async (walk) => {
					await walk.search(words);
					await walk.says(says);
				},
			],
		),
		'Questions of operators and reviewers': [
			[
				'do the servers answer?',
				async (walk) => {
					const { upstreams } = await ask<{ upstreams: { name: string; status: string }[] }>(
						'GET',
						'/health',
					);
					await walk.link('Tools');
					await walk.link('Servers');
					for (const { name, status } of upstreams) {
						const card = walk.page.getByRole('region', { name, exact: true });
						await card
							.getByText(new RegExp(`\\b${status}\\b`))
							.first()
							.waitFor();
					}
				},
			],
			[
				'what was saved, net?',
				async (walk) => {
					const { groups } = await ask<{ groups: { key: string; count: number }[] }>(
						'GET',
						'/api/telemetry',
					);
					const counted = groups.filter(({ key }) => !/^(?:demo__|playground:)/.test(key));
					await walk.link('Tools');
					await walk.says('Saved, net');
					await walk.says(shown(counted.reduce((sum, { count }) => sum + count, 0)));
				},
			],
			[
				'which calls failed?',
				async (walk) => {
					await walk.link('Tools');
					await walk.link('tracker__archive_issues');
					await walk.says('error: tool_error');
				},
			],
			[
				'what is alerted of?',
				async (walk) => {
					await walk.link('Tools');
					await walk.says('Results sent over the limits');
				},
			],
			[
				'who changed the configuration, when, and what of it?',
				async (walk) => {
					const { versions } = await ask<{ versions: { changes: { path: string }[] }[] }>(
						'GET',
						'/api/config/history',
					);
					await walk.account('Configuration');
					await walk.says(versions[0]?.changes[0]?.path ?? '');
				},
			],
			[
				'who may do what, and who does it?',
				async (walk) => {
					await walk.account('People and tokens');
					for (const text of [/^Ada$/, /^Ann Archer$/, /^Makes an API token/])
						await walk.says(text);
				},
			],
			[
				'what waits for a review, and what would it change?',
				async (walk) => {
					await walk.link('Rules');
					await walk.link('git/NEW_RULE_OF_ANN.md');
					await walk.says('create by Ann Archer');
				},
			],
			[
				'which rules are used, and by whom?',
				async (walk) => {
					await walk.link('Rules');
					await walk.find('Find', 'RULE_0002');
					await walk.says(/^[1-9]/);
					await walk.click(walk.page.getByRole('link', { name: 'RULE_0002' }).last());
					await walk.says('Who used it');
				},
			],
		],
	};
}
