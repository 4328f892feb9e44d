// Commands over the API about who may do what, and about what is learnt: a route each, and how its answer is shown.
import { apiCommand, group, note, refuse } from './api-command';
import { firstLineOfInput } from './input-file';
import { oneLine } from './terminal';

const LOG = ['--deployment', 'the log of the deployment, for its operator'] as const;
const MINE = ['--mine', `your own, which \${user:NAME} names`] as const;
const ROLE = 'reader, member, reviewer or admin';
const WHOSE = '<id>, u-…, of another; takes the scope admin';

export const auditCommand = () =>
	group(
		'audit',
		'Administrative acts: who did what, and whether the log is what was written.',
		apiCommand('list', 'GET /api/audit', {
			or: [...LOG, 'GET /api/audit/deployment'],
			takes: {
				'--limit <n>': ['entries', '50'],
				'--action <text>': 'part of the action',
				'--by <id>': 'of one principal',
				'--json': 'one JSON object a line, with hashes',
			},
			show: ({ entries }, { json }) =>
				entries.map((entry) => {
					const { n, at, name, action, target, detail } = entry;
					return json ? entry : [`${n}`, at, name, action, target, JSON.stringify(detail)];
				}),
		}),
		apiCommand('verify', 'GET /api/audit/verify', {
			description: 'Check the chain of hashes; exit code 1 where it is broken.',
			or: [...LOG, 'GET /api/audit/deployment/verify'],
			takes: { '--head <n:hash>': 'a head that was noted before' },
			fill: ({ head }) => {
				const [n = '', hash = ''] = head?.split(':') ?? [];
				return head === undefined ? {} : { n, hash };
			},
			show: ({ ok, brokenAt, entries, head }) =>
				ok
					? `${entries} entries are as they were written; head ${head?.n}:${head?.hash}`
					: refuse(`broken at entry ${brokenAt}: what follows cannot be trusted`),
		}),
	);

export const memberCommand = () =>
	group(
		'member',
		'Add, list and remove members of your workspace.',
		apiCommand('list', 'GET /api/members', {
			show: ({ members }) =>
				members.map(({ id, name, role, addedAt }) => [id, name, role, `since ${addedAt}`]),
		}),
		apiCommand('add <subject>', 'POST /api/members', {
			description: 'Add a user of an identity provider.',
			takes: {
				'<subject>': 'the provider’s own name of the user (sub)',
				'--issuer <url>': 'the provider',
				'--role <role>': ROLE,
				'--name <name>': ['a label'],
			},
			fill: ({ subject, name = subject }) => ({ name }),
			show: ({ id, role }) => `${id}: ${role}`,
		}),
		apiCommand('role <id> <role>', 'PUT /api/members/:id', {
			description: 'Change a role; tokens that could do more end at once.',
			takes: { '<id>': 'u-…, as list shows it', '<role>': ROLE },
			show: ({ id, role, revokedTokens }) => `${id}: ${role}, ${revokedTokens} tokens revoked`,
		}),
		apiCommand('remove <id>', 'DELETE /api/members/:id', {
			show: ({ id, revokedTokens }) => `${id}: removed, ${revokedTokens} tokens revoked`,
		}),
	);

export const secretCommand = () =>
	group(
		'secret',
		'Set, list and remove secrets that upstreams are called with.',
		apiCommand('set <name>', 'PUT /api/secrets/:name', {
			description: 'Set a secret; its value is read from standard input.',
			or: [...MINE, 'PUT /api/me/secrets/:name'],
			takes: {
				'<name>': `A-Z, 0-9 and _; the configuration names it \${secret:NAME}`,
				'--origin <origin>': 'where it may be sent; repeat for several',
			},
			as: { origin: 'origins' },
			fill: async () => ({ value: await firstLineOfInput() }),
			show: ({ name, owner, origins }) =>
				`${name}: set for the ${owner}, to be sent to ${origins.join(', ')}`,
		}),
		apiCommand('list', 'GET /api/secrets', {
			description: 'Names, owners and origins.',
			or: [...MINE, 'GET /api/me/secrets'],
			show: ({ secrets }) =>
				secrets.map(({ name, owner, origins, setAt = '' }) => [
					...[name, owner, origins.join(' '), setAt],
				]),
		}),
		apiCommand('remove <name>', 'DELETE /api/secrets/:name', {
			description: 'Remove a secret; calls that need it fail at once.',
			or: [...MINE, 'DELETE /api/me/secrets/:name'],
			show: ({ name }) => `${name}: removed`,
		}),
	);

export const sessionCommand = () =>
	group(
		'session',
		'List and delete sessions.',
		apiCommand('list', 'GET /api/sessions', {
			description: 'The 200 that were used last.',
			takes: { '--principal <id>': WHOSE },
			fill: () => ({ limit: 200 }),
			show: ({ sessions }) =>
				sessions.map(({ id, principal, lastAt, calls }) => [
					...[id, principal, `${calls} calls`, `last ${new Date(lastAt).toISOString()}`],
				]),
		}),
		apiCommand('remove [id]', 'DELETE /api/sessions/:id', {
			description: 'Delete a session with its trace and kept results, or all of them.',
			takes: { '--all': 'every session of the principal', '--principal <id>': WHOSE },
			async run({ id, all, principal }, api) {
				if ((id === undefined) === (all === undefined))
					refuse('give the id of a session, or --all');
				if (id !== undefined)
					return `${(await api('DELETE /api/sessions/:id', { id, principal })).removed} removed`;
				let count = 0;
				for (let isMore = true; isMore; ) {
					const { removed, more } = await api('DELETE /api/sessions', { principal });
					count += removed;
					isMore = more;
				}
				return `${count} removed`;
			},
		}),
	);

export const tokenCommand = () =>
	group(
		'token',
		'Make, list and revoke API tokens of your workspace.',
		apiCommand('create <name>', 'POST /api/tokens', {
			description: 'Make a token; it is shown this once, on standard output.',
			takes: {
				'<name>': 'what it is for',
				'--scope <scope>': 'what it may do; repeat for several',
				'--days <days>': 'until it ends; never, unless set',
				'--service <name>': 'acts for a service of this name instead of for you',
			},
			as: { scope: 'scopes' },
			show: ({ token, id, expiresAt }) => {
				const ends = expiresAt === null ? '' : `; ends ${expiresAt}`;
				note(`${id}: keep it now, it is not shown again${ends}`);
				return token;
			},
		}),
		apiCommand('list', 'GET /api/tokens', {
			show: ({ tokens }) =>
				tokens.map(({ id, name, scopes, principal, usedAt, expiresAt }) => [
					...[id, name, scopes.join(' '), principal],
					usedAt === null ? 'never used' : `used ${usedAt}`,
					expiresAt === null ? 'no end' : `ends ${expiresAt}`,
				]),
		}),
		apiCommand('revoke <id>', 'DELETE /api/tokens/:id', {
			takes: { '<id>': 't-…, as list shows it' },
			show: ({ id }) => `${id}: revoked`,
		}),
	);

export const workspaceCommand = () =>
	group(
		'workspace',
		'List and create workspaces of the deployment.',
		apiCommand('list', 'GET /api/workspaces', {
			show: ({ workspaces }) =>
				workspaces.map(({ name, title, createdAt }) => [name, title, `since ${createdAt}`]),
		}),
		apiCommand('create <name>', 'PUT /api/workspaces/:name', {
			description: 'Create a workspace, or change its title.',
			takes: {
				'<name>': 'ws-…',
				'--title <title>': 'a label',
				'--admin-token': 'show a token of an administrator, good for a week',
			},
			as: { adminToken: 'token' },
			// The option of the same name is who calls.
			fill: ({ adminToken }) => ({ token: adminToken !== undefined }),
			show: ({ name, created, token }) => {
				note(`${name}: ${created ? 'created' : 'was there'}`);
				return token ?? [];
			},
		}),
		apiCommand('reseal [names...]', 'POST /api/workspaces/:name/reseal', {
			description: 'Seal secrets and logins with the new LOADLINE_SECRET, while it is "new,old".',
			takes: { '[names...]': 'workspaces; all that are listed unless named' },
			async run({ names = [] }, api) {
				const { workspaces } =
					names.length > 0 ? { workspaces: [] } : await api('GET /api/workspaces');
				for (const name of [...names, ...workspaces.map((each) => each.name)]) {
					const done = await api('POST /api/workspaces/:name/reseal', { name });
					const { vaults, resealed, unreadable } = done;
					const counts = `${vaults} vaults, ${resealed} sealed anew, ${unreadable} unreadable`;
					console.log(oneLine(`${name}: ${counts}`));
					if (unreadable > 0) process.exitCode = 1;
				}
				return [];
			},
		}),
	);

export const learntCommand = () =>
	group(
		'learnt',
		'What first answers have learnt from what was asked next.',
		apiCommand('list', 'GET /api/telemetry/learnt', {
			show: ({ tools }) =>
				tools.flatMap(({ endpoint, first, page, fields, question, names, plan }) => [
					[
						endpoint,
						`${first} first answers`,
						`${page} read on, ${fields} named fields, ${question} asked`,
						plan?.room === undefined ? '' : `${plan.room} tokens`,
					],
					...Object.entries(names).map(
						([name, count]) =>
							`  ${name}: asked for in ${count} of ${fields + question}${plan?.fields.includes(name) ? ', shown first' : ''}`,
					),
					...(plan?.outline ? [`  its description has ${plan.outline}`] : []),
				]),
		}),
		apiCommand('forecast <endpoint>', 'GET /api/telemetry/forecast', {
			takes: {
				'<endpoint>': 'a tool, <upstream>__<tool>',
				'--list <tokens>': 'of a first answer that is a list',
				'--object <tokens>': 'of an object',
				'--text <tokens>': 'of a text',
			},
			show: (told) => [
				`${Object.entries(told.budget)
					.map(([kind, tokens]) => `${kind} ${tokens}`)
					.join(', ')}: ${told.tokensBefore} tokens would be ${told.tokensAfter}`,
				`${told.again} of ${told.followed} calls that were gone on from would be again`,
				`by ${told.replayed} kept of ${told.isAll ? '' : 'the newest '}${told.calls} calls of a week`,
			],
		}),
		apiCommand('forget', 'DELETE /api/telemetry/learnt', {
			takes: { '--endpoint <tool>': 'of one tool alone, <upstream>__<tool>' },
			show: ({ tools }) => `forgotten: ${tools} tools`,
		}),
	);
