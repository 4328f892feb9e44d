// The page of people, and its forms: the reader, tokens, members, and the audit log.
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { isPrincipalId, principalId, ROLES, type Role, type Scope } from '../../../auth';
import { contract, type ParamsOf, type RouteKey, routeOf } from '../../../contract';
import { jsonIn } from '../../../shared/json-values';
import { changedSince, telling } from './acts';
import type { Answer, Api } from './api';
import { memberTable, NewToken, tokenTable } from './people';
import { askFirst, failed, failedBy, NO_NAME, nameIn, type Places, type Shown } from './place';
import { Find, namesOf, Table, withQuery } from './table';

const LISTED = 50;
const MADE_COOKIE = 'loadline-made';
const MADE = { path: '/people/tokens', sameSite: 'Strict', httpOnly: true, maxAge: 60 } as const;

/** The pages of members, tokens and the audit log. */
export function peopleRoutes({ get, post }: Places): void {
	get('/people', 'People', async (c, api, me) => {
		const { before = '', action = '' } = c.req.query();
		const [tokens, members, { audit, entries }] = await Promise.all([
			api.get('/api/tokens'),
			api.get('/api/members'),
			actsOf(api, {
				limit: LISTED,
				before: /^\d{1,15}$/.test(before) ? before : undefined,
				action: action || undefined,
			}),
		]);
		// A reader without permission is told so (4xx); a failure of the lists is another thing (5xx).
		const wrong = [tokens, members, audit].find(({ status }) => status >= 500);
		if (wrong) return failedBy(wrong);
		const last = entries?.at(-1)?.n ?? 0;
		return (
			<>
				<p>
					You are {me.name ?? me.id} in the workspace {me.workspace}; your scopes:{' '}
					{me.scopes.join(', ') || 'none'}. <a href="/connect">Your connections</a>: logins at
					servers, and clients that you let in.
				</p>
				{!tokens.body && <p>Tokens, members and the audit log are shown to administrators.</p>}
				{tokens.body && tokenTable(tokens.body.tokens)}
				{members.body && memberTable(members.body.members)}
				{entries && (
					<section>
						<h2 id="audit">Audit log</h2>
						<Find path="/people" name="action" label="What was done" value={action} />
						<Table
							caption="The newest first"
							empty={`Nothing${action && ' of this name'} was noted${before ? ' earlier' : action ? '' : ' yet'}.`}
							rows={entries}
							columns={{
								When: 'at',
								Who: 'name',
								What: ({ action: what, words }) => <span title={what}>{words}</span>,
								'To what': ({ target, to }) => <span title={target}>{to}</span>,
							}}
						/>
						<p class="pages">
							{entries.length === LISTED && last > 1 && (
								<a href={`${withQuery('/people', { before: last, action })}#audit`}>Earlier</a>
							)}
						</p>
					</section>
				)}
			</>
		);
	});

	post('/people/tokens', async (given, api, c) => {
		const days = given.get('days') ?? '';
		const name = given.get('name') ?? '';
		const body = {
			name,
			// The server says which of them are none.
			scopes: given.getAll('scopes') as Scope[],
			...(days !== '' && { days: Number(days) }),
		};
		const answer = await api.send('POST /api/tokens', {}, body);
		if (answer.fault !== undefined) return failedBy(answer);
		// Shown by the page that follows, so that a reload makes no second token.
		const { id, scopes, token } = answer.body;
		const made = JSON.stringify([name, scopes.join(', '), token, id]);
		const secure = new URL(c.req.url).protocol === 'https:';
		setCookie(c, MADE_COOKIE, made, { ...MADE, secure });
		return '/people/tokens/made';
	});

	get('/people/tokens/made', 'Token made', async (c) => {
		const kept = jsonIn(getCookie(c, MADE_COOKIE) ?? '');
		deleteCookie(c, MADE_COOKIE, MADE);
		const [name = '', may = '', token = '', id = ''] = Array.isArray(kept) ? kept.map(String) : [];
		return token !== ''
			? { content: <NewToken {...{ name, may, token, id }} /> }
			: failed('A token is shown once. If it is lost, revoke it and make another.');
	});

	// A lesser role that ends tokens is asked for first.
	for (const path of ['/people/members', '/people/role'])
		post(path, async (given, api) => {
			const { role = '', sure, id: told, has, ...member } = Object.fromEntries(given);
			const id = told ?? principalId(member.issuer ?? '', member.subject ?? '');
			if (!isPrincipalId(id)) return failed(NOBODY);
			const [{ body: listed }, ends] = await Promise.all([
				api.get('/api/members'),
				tokensEnding(api, id),
			]);
			const before = listed?.members.find((each) => each.id === id);
			// An undo of a name names the one that its act gave.
			if (before && (member.named ?? before.name) !== before.name)
				return refused(api, isNow(before.name), id, 'members');
			const isLess = before && ROLES.indexOf(role as Role) < ROLES.indexOf(before.role);
			if (isLess && ends !== '' && sure === undefined) {
				const title = `A lesser role for ${before.name}`;
				return askFirst(path, given, [title, ends, `Make them ${role}`], '/people');
			}
			const wish = { role, ...(member.name && { name: member.name }) };
			const done =
				told === undefined
					? await api.send('POST /api/members', {}, { ...member, ...wish } as never)
					: await api.send('PUT /api/members/:id', { id }, { ...wish, was: has } as never);
			if (done.fault !== undefined)
				return has === undefined ? failedBy(done) : refused(api, done, id, 'members');
			const { name, revokedTokens, roleAt } = done.body;
			if (!before)
				return telling('/people', `${name} is a member from now on.`, [
					'/people/remove',
					{ id, has: roleAt, named: name },
				]);
			const was = `${told === undefined ? 'A member already. ' : ''}${before.name}, ${before.role}`;
			if (before.name === name && before.role === role)
				return telling('/people', `${was}: nothing changed.`);
			const gone = tokensGone(revokedTokens);
			// A name that the act left alone is left alone by its undo.
			const renamed = before.name !== name && { name: before.name, named: name };
			return telling(
				'/people',
				`${was}, is ${name}, ${role} now.${gone}${gone && ' Undo gives the role back, and no token.'}`,
				['/people/role', { id, role: before.role, has: roleAt, ...renamed }],
			);
		});

	post('/people/remove', async (given, api) => {
		const { id = '', has: was, named } = Object.fromEntries(given);
		if (!isPrincipalId(id)) return failed(NOBODY);
		const { body: listed } = await api.get('/api/members');
		const now = listed?.members.find((each) => each.id === id)?.name;
		if (named && now && now !== named) return refused(api, isNow(now), id, 'members');
		// The list of members asks by itself; an undo is one click.
		const ends = was && !given.has('sure') ? await tokensEnding(api, id) : '';
		if (ends !== '')
			return askFirst('/people/remove', given, ['Remove the member', ends, 'Remove'], '/people');
		const done = await api.send('DELETE /api/members/:id', { id, was });
		if (done.fault !== undefined) return refused(api, done, id, 'members');
		return telling('/people', `They are no member any more.${tokensGone(done.body.revokedTokens)}`);
	});

	for (const [path, key, back] of [
		['revoke', 'DELETE /api/tokens/:id', 'restore'],
		['restore', 'POST /api/tokens/:id/restore', 'revoke'],
	] as const)
		post(`/people/${path}`, async (given, api) => {
			const id = nameIn(given, 'id');
			if (id === undefined) return failed(NO_NAME);
			const done = await api.send(key, { id, was: given.get('was') ?? undefined });
			if (done.fault !== undefined) return refused(api, done, id, 'tokens');
			const undo = [`/people/${back}`, { id, was: done.body.turnedAt }] as const;
			return telling('/people', TOKENS[path], undo);
		});
}

const TOKENS = {
	revoke: 'The token is revoked: who has it is refused from now on.',
	restore: 'The token is back, and works as before.',
};

/** Says how many tokens of somebody end for good with an act; empty where there are none. */
async function tokensEnding(api: Api, id: string): Promise<string> {
	const { body } = await api.get('/api/tokens');
	const count = body?.tokens.filter(({ principal }) => principal === id).length ?? 0;
	if (count === 0) return '';
	const whose = count === 1 ? 'A token of theirs ends' : `${count} tokens of theirs end`;
	return `${whose} with it at once, and cannot be brought back.`;
}

const tokensGone = (count: number): string =>
	count > 0 ? ` Tokens of theirs that were revoked with it: ${count}.` : '';

/** Returns the page of a refused change of a member or token; where another was first, with who it was. */
async function refused(api: Api, done: Answer, id: string, of: string): Promise<Shown> {
	if (done.status !== 409) return failedBy(done);
	const logs = await Promise.all([
		api.get('/api/audit', { limit: 1, target: id, action: `/api/${of}` }),
		api.get('/api/audit', { limit: 1, by: id, action: 'member by claims' }),
	]);
	const [last] = logs.flatMap(({ body }) => body?.entries ?? []).sort((a, b) => b.n - a.n);
	return changedSince(done, last && `Changed last by ${last.name}.`, [
		'/people#audit',
		'See in the log what was done, and change it by hand',
	]);
}

const NOBODY = 'There is no such member.';
const isNow = (name: string) => ({ status: 409, body: null, fault: `${name} is their name now.` });

/** Says what an entry of the log did, without what its route adds for programs; the route stands in its title. */
const wordsOf = (action: string): string =>
	action in contract
		? (routeOf(action as RouteKey)
				.schemas()
				.summary.split(/[;:.]/)[0] ?? action)
		: action;

const MOST_MADE = 200;

/** Reads entries of the audit log in words: what was done, and to what, tokens by the name that they were made with. */
export async function actsOf(api: Api, query: ParamsOf<'GET /api/audit'>) {
	const [audit, made, names] = await Promise.all([
		api.get('/api/audit', query),
		api.get('/api/audit', { action: 'POST /api/tokens', limit: MOST_MADE }),
		namesOf(api),
	]);
	const called = new Map(made.body?.entries.map(({ target, detail }) => [target, detail.name]));
	const entries = audit.body?.entries.map((entry) => {
		const { action, target } = entry;
		const to = names.get(target) ?? String(called.get(target) ?? (target || 'the workspace'));
		return { ...entry, words: wordsOf(action), to };
	});
	return { audit, entries };
}
