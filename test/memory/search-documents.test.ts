import { describe, expect, it } from 'vitest';
import { referables } from '../../src/memory/document/document';
import { constraintNamed } from '../../src/memory/hub/references';
import { isSmallTalk } from '../../src/memory/search/small-talk';
import { queryWords, searchDocument, wordsOf } from '../../src/memory/search/words';
import type { Constraint, Version } from '../../src/memory/types';

const version = (path: string, content: string, description?: string): Version => ({
	...{ objectId: 'p-1', version: 1, category: 'rule', kind: 'rule', path, hash: 'h', content },
	...{ constraints: [], origin: 'sync', author: '', at: 0, deleted: false },
	...(description !== undefined && { description }),
});

describe('what a search finds a document by', () => {
	it('are the words of its name, its description and its patterns', () => {
		const content = '---\nglobs: "*.sql,db/**"\n---\n- x\n';
		expect(
			searchDocument(version('github/claude/rules/DB_NAMES.md', content, 'Naming it')).name,
		).toEqual([
			['databas', 'nam'],
			['nam', 'it'],
			['sql', 'databas'],
		]);
		// The folders of a path are its name if nothing else is left of it.
		expect(searchDocument(version('claude/CLAUDE.md', '- x\n')).name).toEqual([
			['claud', 'claud', 'md'],
			[],
			[],
		]);
	});

	it('are all of its words, and those of each part', () => {
		const document = searchDocument(version('KIWI.md', 'First\n\n# Fruit\n\nPeel it\n', 'How'));
		expect(document.body).toEqual(['kiwi', 'how', 'first', 'fruit', 'peel', 'it']);
		expect(document.parts).toEqual([
			[[], ['first']],
			[['fruit'], ['fruit', 'peel', 'it']],
		]);
	});
});

describe('words', () => {
	it('with signs are names, and two names of one thing are one word', () => {
		expect(wordsOf('C#, f# and C++ on .NET')).toEqual(
			['csharp', 'fsharp', 'and', 'cpp', 'on', 'dotnet'].flatMap((word) => wordsOf(word)),
		);
		expect(wordsOf('ASP.NET')).toEqual(wordsOf('.NET'));
		expect(wordsOf('a.network')).toEqual(wordsOf('a network'));
		expect(wordsOf('Straße, GROẞ')).toEqual(wordsOf('strasse, gross'));
		expect(wordsOf('golang k8s')).toEqual(wordsOf('go kubernetes'));
		expect(queryWords('the golang and Go')).toEqual(wordsOf('go'));
		expect(queryWords('Good morning, go ahead and go on')).toEqual([]);
	});

	it.each([
		'thanks, that test was great',
		'Thank you so much for the tests!',
		'hi team, how did the deploy go?',
		'good morning, how was the release?',
		'great work on the documentation',
		'that was a good commit message, cheers',
		'cool, the build is green again. Have a nice weekend!',
		'do you like typescript?',
		'how did your test run go?',
		'nice job on the docker images',
		'good work everyone',
		'sure, why not',
		'sounds like a plan, carry on',
		"yep, looks good to me. I'm back in one moment",
		'thanks for that',
		'great test!',
		"awesome, you're the best",
		'no, not that one',
		'that looks right to me',
		'great, the commit is in. Happy release day!',
		'thanks for the very helpful explanation',
		'thanks, that was a clean commit',
		'nice, the tests look great',
		'so the schema is settled, great',
		'the client was delighted with the demo',
		'I like how the error handling reads',
		'love the new dashboard',
		'so glad the tests are green',
		'cool that the docker build works now',
		'you nailed the typescript types',
		'a pleasure to work on this api with you',
		'never mind the security question',
		'good morning, ready to start?',
		'that was quick, thanks',
		'all done, bye',
		'nice, the pull request is merged, cheers',
		'sorry, I was at lunch',
		'no worries about the failing test',
		'excellent, all the tests pass, thank you',
		'that code review was very kind',
		'yay, CI is green',
		'your commit messages are a delight',
	])('of small talk are no topic: %s', (talk) => {
		expect(queryWords(talk)).toEqual([]);
		expect(isSmallTalk(talk)).toBe(true);
	});

	it.each([
		['great, now write the commit message', 'write commit message'],
		['thanks for the tests and write the changelog', 'tests write changelog'],
		['perfect, commit it', 'commit'],
		['sorry about that - revert the migration', 'revert migration'],
		['I love this but rename the variable', 'rename variable'],
		['is the naming of that test good', 'naming test'],
		['have a look at happy path tests', 'look happy path tests'],
		['the build is red, fix it', 'build red fix'],
		['you are working on docker', 'working docker'],
		['are you supposed to squash commits?', 'supposed squash commits'],
		['have a good look at the failing deploy', 'look failing deploy'],
		['happy path tests for the login form', 'happy path tests login form'],
		['see you have no tests for the parser', 'tests parser'],
		['very clear commit message', 'clear commit message'],
		['good job team migrate postgres', 'team migrate postgres'],
		['good idea for the api throttle logins', 'idea api throttle logins'],
		['thanks for that migrate users', 'that migrate users'],
		['sure, ship the release', 'ship release'],
		['nice commit messages', 'commit messages'],
		['great, fix it!', 'fix'],
		['you are in the release branch', 'release branch'],
		['I am glad to review the migration', 'glad review migration'],
		['do you enjoy writing tests for the parser', 'enjoy writing tests parser'],
		['thanks for that can you also add logging to the worker', 'add logging worker'],
		["good point let's rename the variable", 'point rename variable'],
		['nice job add a migration for users', 'add migration users'],
		['sorry about that revert the last commit', 'revert last commit'],
		['nice job migrate users', 'migrate users'],
		['good idea apply it to the parser', 'idea apply parser'],
		['good catch fix the off by one error', 'catch fix off by one error'],
		['have a time limit of 30 seconds on uploads', 'time limit 30 seconds uploads'],
		['the database backup is gone', 'database backup'],
		['merci de corriger le bug du login', 'de corriger le bug du login'],
		['sorry about the leaked token. What do I do?', 'leaked token do'],
		['thanks for the commit messages, shorten them please', 'commit messages shorten'],
		['cheers for the cron job, move it to another hour', 'cron job move hour'],
		[
			'happy birthday emails without an unsubscribe link',
			'happy birthday emails without unsubscribe link',
		],
		['what was deployed today?', 'deployed'],
		['the happy path test is missing', 'happy path test missing'],
		['the naming is not clear', 'naming clear'],
		['thanks in advance for a terraform bucket', 'advance terraform bucket'],
		['I like the tests to be short', 'tests be short'],
		['clean architecture for the api', 'clean architecture api'],
		['how are refunds going', 'refunds'],
		['great work on the dashboard, give it an owner', 'dashboard owner'],
		['i love the new form, but the button is disabled', 'new form button disabled'],
		['that was a great deploy. Revert it', 'deploy revert'],
		['get rid of any', 'rid any'],
		['the site is down', 'site down'],
		['ship it', 'ship'],
		['roll it back', 'roll back'],
		['scrape pages with beautiful soup', 'scrape pages beautiful soup'],
		['the request times out', 'request timeout'],
		['the app quits unexpectedly', 'app quits'],
	])('of a task stay, whatever is said beside it: %s', (task, words) => {
		expect(queryWords(task)).toEqual(queryWords(words));
		expect(queryWords(task).length).toBeGreaterThan(0);
		expect(isSmallTalk(task)).toBe(false);
	});

	it('of everyday talk alone are no topic, but may name a document', () => {
		for (const talk of ['finished', 'welcome back', 'right, understood', 'see you on Monday'])
			expect(queryWords(talk)).toEqual([]);
		expect(isSmallTalk('right to left')).toBe(false);
	});

	it('that a task may turn on stay: any, down', () => {
		expect(queryWords('get rid of any')).toContain('any');
		expect(queryWords('the site is down')).toContain('down');
	});

	it('alone that may name a document are searched for', () => {
		for (const word of ['leave', 'rules', 'welcome', '']) expect(isSmallTalk(word)).toBe(false);
		for (const word of ['Hello!', 'ok', 'who are you?']) expect(isSmallTalk(word)).toBe(true);
	});
});

describe('what can be referred to', () => {
	const constraint = (text: string, more: Partial<Constraint> = {}): Constraint => ({
		...{ id: text.slice(0, 3), name: 'Text', text, textHash: 'h', key: 'k', ...more },
	});

	it('are sections, and what stands outside of any, of which long ones are begun', () => {
		const [long, fits] = ['x'.repeat(1_001), 'y'.repeat(1_000)];
		const given = [long, fits].map((text) => constraint(text, { outside: true }));
		expect(referables('## A\n\n- in\n', [...given, constraint('in')])).toStrictEqual([
			{ id: 'A/1', name: 'A', text: 'in', textHash: expect.any(String) },
			{ id: 'xxx', name: 'Text', text: `${'x'.repeat(1_000)}…`, textHash: 'h' },
			{ id: 'yyy', name: 'Text', text: fits, textHash: 'h' },
		]);
	});

	it('is a section of which nothing binds, too', () => {
		expect(constraintNamed('A', [], '## A\n\n[x](y)\n')).toEqual({ id: 'A', keys: [] });
		expect(constraintNamed('B', [], '## A\n\n[x](y)\n')).toBe(undefined);
	});
});
