import { describe, expect, it } from 'vitest';
import type { HubContext } from '../../src/memory/hub/context';
import { isAbout, rankObjects } from '../../src/memory/hub/ranking';
import { queryWords } from '../../src/memory/search/words';
import { openWorkspace } from './workspace';

/** Ranks documents, by their path, beside others that say nothing of the query. */
async function ranking(files: Readonly<Record<string, string>>) {
	const { push, store, hub } = openWorkspace();
	const others = Array.from({ length: 9 }, (_, at) => [`context/o_${at}.md`, 'Plum\n']);
	const ids = await push({ ...Object.fromEntries(others), ...files });
	const rank = (query: string, ...about: string[]) =>
		rankObjects({ store } as HubContext, query, about).map(
			({ path, score }) => [path, score] as const,
		);
	const scores = (query: string, ...about: string[]) => Object.fromEntries(rank(query, ...about));
	const order = (query: string, ...about: string[]) => rank(query, ...about).map(([path]) => path);
	return { ids, store, hub, scores, order };
}
const rule = (text: string, head = 'owner: us') => `---\n${head}\n---\n- ${text}\n`;

describe('what a task needs', () => {
	it('is what its words are in, the first path first where all else is the same', async () => {
		const { order } = await ranking({ 'rules/a.md': '- Kiwi\n', 'rules/b.md': '- Kiwi\n' });
		expect(order('kiwi')).toEqual(['A.md', 'B.md']);
		expect(order('kiwi or lemon')).toEqual(['A.md', 'B.md']);
		expect(order('lemon')).toEqual([]);
		expect(order('')).toEqual([]);
	});

	it('is found by names, and by the best of its parts', async () => {
		const filler = (word: string) => `${`${word} `.repeat(150)}\n`;
		const { scores, order } = await ranking({
			'rules/kiwi.md': '- Fruit\n',
			'rules/in_one.md': `# One\n\nKiwi\n\n# Two\n\n${filler('pear')}`,
			'rules/in_long.md': `# One\n\nKiwi ${filler('pear')}\n\n# Two\n\nApple\n`,
			'rules/twice.md': `# One\n\nKiwi\n\n# Two\n\n${filler('pear')}\n\n# Three\n\nKiwi\n`,
		});
		expect(order('kiwi')[0]).toBe('KIWI.md');
		expect(order('kiwi').indexOf('IN_ONE.md')).toBeLessThan(order('kiwi').indexOf('IN_LONG.md'));
		const { 'TWICE.md': twice = 0, 'IN_ONE.md': once = 1 } = scores('kiwi');
		expect(twice).toBeLessThan(1.5 * once);
	});

	it('is worth what its body, half of its name and half of its best part are, by how much of the task they say', async () => {
		const { store, scores } = await ranking({ 'rules/kiwi.md': '# Kiwi\n\n- Kiwi\n' });
		const sum = [
			store.searchBodies(['kiwi'], 1)[0]?.score ?? 0,
			0.5 * (store.searchNames(['kiwi'], 1)[0]?.score ?? 0),
			0.5 * (store.searchParts(['kiwi'], 1)[0]?.score ?? 0),
		].reduce((all, each) => all + each);
		expect(scores('kiwi')['KIWI.md']).toBeCloseTo(1.5 * sum, 5);
		const { 'KIWI.md': half = 0 } = scores('kiwi mango');
		expect(half / sum).toBeCloseTo(0.75, 5);
	});

	it('is of a document that it names the part that it names, not the one that has the name most', async () => {
		const cool = 'It is kept cool and dark. '.repeat(20);
		const text = `# Kiwi\n\nKiwi, kiwi.\n\n## Storage\n\n${cool}\n\n## Kiwi kiwi\n\nKiwi, kiwi.\n`;
		const { store } = await ranking({ 'rules/kiwi.md': text });
		const [found] = rankObjects({ store } as HubContext, 'kiwi storage', []);
		const [best] = [...(found?.parts ?? [])].sort(([, one], [, other]) => other - one);
		expect(best?.[0]).toBe(1);
	});

	it('is found by other words for the same, for less than by its own, however many it has', async () => {
		const { order, scores } = await ranking({
			'rules/other.md': '- Outage, downtime, crash, postmortem, emergency: call us\n',
			'rules/own.md': '- Incident, call us, and then write down who was there\n',
			'rules/none.md': '- Call us\n',
		});
		expect(order('incident')).toEqual(['OWN.md', 'OTHER.md']);
		const { 'OTHER.md': alone = 0 } = scores('downtime');
		expect(scores('incident')['OTHER.md']).toBeLessThan(alone);
		expect(order('emergencies')).toEqual(['OTHER.md', 'OWN.md']);
	});

	it('is never more by other words for the same than by its own, however little one has of that', async () => {
		const near = '# Downtime and crash\n\n- Outage, downtime, crash, postmortem, emergency: call\n';
		const { order } = await ranking({
			'rules/crash_postmortem.md': `---\ndescription: Outage, downtime and crash\n---\n${near}`,
			'rules/own.md': '- An incident: call, incident, incident\n',
			'rules/passing.md': `- ${'Other words of many kinds stand here. '.repeat(60)}\n- An incident\n`,
		});
		expect(order('incident')).toEqual(['OWN.md', 'PASSING.md', 'CRASH_POSTMORTEM.md']);
	});

	it('is no task with words of everyday life, but where most of its words are known', async () => {
		const { push, store } = openWorkspace();
		await push({ 'rules/forms.md': '# Forms\n\n- Validate a form of fields with a schema\n' });
		const covered = (query: string) =>
			rankObjects({ store } as HubContext, query, [])[0]?.coverage ?? 0;
		expect(covered('validate the form of a sonnet')).toBeLessThan(
			covered('validate the form of a frobnicator') / 1.5,
		);
		// The number of an issue is no word of its topic.
		expect(covered('validate the form 431')).toBe(covered('validate the form'));
		expect(covered('validate a form with a schema of sonnets')).toBe(
			covered('validate a form with a schema of frobnicators'),
		);
	});

	it('is about a task by the words that stand together, and by where it names them', async () => {
		const { push, store } = openWorkspace();
		const filler = Array.from({ length: 9 }, (_, at) => [`context/o_${at}.md`, 'Plum\n']);
		await push({
			...Object.fromEntries(filler),
			'rules/together.md': '# One\n\nKiwi with mango\n\n# Two\n\nPear\n',
			'rules/apart.md': '# One\n\nKiwi\n\n# Two\n\nmango\n',
			'rules/one.md': '# One\n\nKiwi\n',
			'rules/kiwi_mango.md': '# One\n\nPear\n',
			'rules/mango.md': '# One\n\nPear\n',
			'rules/said.md': '---\ndescription: Of kiwi\n---\n# One\n\nMango\n',
		});
		const found = rankObjects({ store } as HubContext, 'kiwi and mango', []);
		const of = (path: string) => found.find((each) => each.path === path);
		expect(of('KIWI_MANGO.md')).toMatchObject({ named: 'path', coverage: 1 });
		expect(of('SAID.md')?.named).toBe('description');
		expect(of('TOGETHER.md')?.named).toBe('text');
		// One word of several is no topic, unless it names the document.
		expect(of('MANGO.md')?.coverage).toBeGreaterThan(0.35);
		expect(of('ONE.md')?.coverage).toBe(0);
		expect(of('TOGETHER.md')?.coverage).toBeGreaterThan(0.8);
		// Words of two sections count together, for less than those of one.
		expect(of('APART.md')?.coverage).toBeGreaterThan(0.44);
		expect(of('APART.md')?.coverage).toBeLessThan(0.8);
	});

	it.each([
		...['migration', 'write a migration', 'add a migration', 'the migration is slow'],
		...['migrations and parameters', 'clear the database', 'the database is too big'],
	])('is about what is to be done or is wrong by the name of that: %s', async (task) => {
		const { push, store } = openWorkspace();
		await push({
			'rules/database.md':
				'# Data\n\n## Migrations\n\n- Never edit one\n\n## Queries\n\n- Bind all parameters\n',
			'rules/tests.md': '# Tests\n\n- Write one for each defect, and keep it from being slow\n',
		});
		const told = rankObjects({ store } as HubContext, task, []).filter(isAbout);
		expect(told.map(({ path }) => path)).toEqual(['DATABASE.md']);
	});

	it.each([
		['the app crashes', 'ERRORS.md'],
		['the request times out', 'ERRORS.md'],
		['the server hangs', 'ERRORS.md'],
		['the button is grey', 'LOOK.md'],
		['the page is blank', 'LOOK.md'],
		['nothing happens when I click', 'LOOK.md'],
		['my branch has conflicts', 'GIT.md'],
		['add a column to users', 'DATA.md'],
	])('is told by what is wrong, in the words of everyday: %s', async (task, path) => {
		const { push, store } = openWorkspace();
		await push({
			'rules/errors.md':
				'# Errors\n\n- An exception is logged\n- A timeout is an error of its own\n',
			'rules/look.md':
				'# Look\n\n- A button says why it is disabled\n- Pages work with keys alone\n',
			'rules/git.md': '# Git\n\n- Rebase branches before a merge\n',
			'rules/data.md': '# Data\n\n- A column is dropped in two releases, which users hear of\n',
			'rules/names.md': '# Names\n\n- Rename with the language server\n- A name is a word\n',
		});
		const told = rankObjects({ store } as HubContext, task, []).filter(isAbout);
		expect(told.map((each) => each.path)).toEqual([path]);
	});

	it.each([
		'the sink is blocked',
		'build a bird house',
		'the neighbours are loud',
		'the fridge smells',
	])('is none of these rules where its subject is no word of programs: %s', async (task) => {
		const { push, store } = openWorkspace();
		await push({
			'rules/errors.md':
				'# Errors\n\n- A build that is blocked has an owner\n- Never smell trouble late\n',
		});
		expect(rankObjects({ store } as HubContext, task, []).filter(isAbout)).toEqual([]);
	});

	it.each([
		['neue Umgebungsvariable hinzufügen', 'ENV.md'],
		['Barrierefreiheit der Seite prüfen', 'A11Y.md'],
		['Übersetzungsfehler beheben', 'LOCALES.md'],
		['vérifier la sécurité', 'SECURITY.md'],
		['escribir una migración', 'MIGRATIONS.md'],
	])('is found by words of other languages: %s', async (task, path) => {
		const { store } = await ranking({
			'rules/env.md': '# Environment\n\n- Name each environment variable in the example file\n',
			'rules/a11y.md': '# Accessibility\n\n- Every page works with keys alone\n',
			'rules/locales.md': '# Translation\n\n- A translation is read by two people\n',
			'rules/security.md': '# Security\n\n- Ask before a token is kept\n',
			'rules/migrations.md': '# Migrations\n\n- Write a migration that can be run twice\n',
		});
		const told = rankObjects({ store } as HubContext, task, []).filter(isAbout);
		expect(told[0]?.path).toBe(path);
	});

	it('is told of what identifiers are about, whatever else they are made of', async () => {
		const { store } = await ranking({
			'rules/key.md': '# Keys\n\n- A key is rotated each month\n',
		});
		const told = (task: string) =>
			rankObjects({ store } as HubContext, task, [])
				.filter(isAbout)
				.map(({ path }) => path);
		expect(told('rotate QUUX_FNORD_GRAULT_KEY')).toEqual(['KEY.md']);
		expect(told('rotate quux fnord grault garply')).toEqual([]);
	});

	it('is none where its path has one word of a task of which more are strange than known', async () => {
		const { store } = await ranking({
			'rules/recording.md': '# Recording\n\n- A recording ends with its test\n',
			'rules/bills.md': '# Bills\n\n- Billing is done by night\n',
		});
		const told = (task: string) => rankObjects({ store } as HubContext, task, []).filter(isAbout);
		expect(told('COBOL copybook linkage for the billing record')).toEqual([]);
		expect(told('billing record of COBOL')).not.toEqual([]);
	});

	it('weighs a tenth more where it is always on', async () => {
		const { scores, order } = await ranking({
			'rules/a.md': rule('Kiwi', 'alwaysApply: false'),
			'rules/b.md': rule('Kiwi', 'alwaysApply: true'),
		});
		expect(order('kiwi')).toEqual(['B.md', 'A.md']);
		const { 'A.md': plain = 0, 'B.md': always = 0 } = scores('kiwi');
		expect(always / plain).toBeCloseTo(1.1, 5);
	});

	it('weighs up to a tenth more where it is often referred to', async () => {
		const { ids, store, scores } = await ranking({
			'rules/a.md': '- Kiwi\n',
			'rules/b.md': '- Kiwi\n',
		});
		const id = ids['B.md'] ?? '';
		for (const what of ['load', 'activate', 'reject'] as const) store.tally(id, what, '', 0);
		expect(scores('kiwi')['A.md']).toBe(scores('kiwi')['B.md']);
		for (let at = 0; at < 10; at++) store.tally(id, 'refer', `key-${at % 2}`, 0);
		const { 'A.md': plain = 0, 'B.md': used = 0 } = scores('kiwi');
		expect(used / plain).toBeCloseTo(1.05, 5);
	});

	it('is what its files are named by, and else what is called like them', async () => {
		const { ids, store, scores, order } = await ranking({
			'rules/sql.md': rule('Upper case', 'globs: "*.sql"'),
			'rules/orders.md': rule('Plum'),
			'rules/other_orders.md': rule('Plum', 'globs: "*.ts"'),
			'rules/kiwi.md': '- Kiwi kiwi\n',
		});
		expect(order('', 'db/orders.sql')).toEqual(['ORDERS.md', 'SQL.md']);
		expect(scores('', 'db/orders.sql')['SQL.md']).toBeCloseTo(0.6, 5);
		const found = store.searchNames(queryWords('db/orders.sql'), 9);
		const named = found.find(({ id }) => id === ids['ORDERS.md'])?.score ?? 0;
		expect(scores('', 'db/orders.sql')['ORDERS.md']).toBeCloseTo(0.25 * named, 5);
		const both = scores('kiwi', 'a.sql', 'b.md');
		expect((both['SQL.md'] ?? 0) / (both['KIWI.md'] ?? 1)).toBeCloseTo(0.6, 1);
		expect(order('', 'a.orders', 'sql.b')).toEqual(['ORDERS.md']);
		expect(order('kiwi', 'src/a.ts')).toEqual(['KIWI.md', 'OTHER_ORDERS.md']);
	});
});
