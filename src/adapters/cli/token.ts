// `loadline token create|list|revoke`: API tokens of a workspace (docs/deploy.md "Tokens").
import { Command } from 'commander';
import { ask, posting, type ServerOptions, withServer } from './server';
import { complainer, oneLine } from './terminal';

const complain = complainer('token');

interface CreateOptions extends ServerOptions {
	readonly scope: readonly string[];
	readonly days?: string;
	readonly service?: string;
}

interface Shown {
	readonly id: string;
	readonly name: string;
	readonly scopes: readonly string[];
	readonly principal: string;
	readonly expiresAt: string | null;
	readonly usedAt: string | null;
}

/** `loadline token`, its commands below it. */
export function tokenCommand(): Command {
	const collect = (value: string, before: readonly string[]) => [...before, value];
	return new Command('token')
		.description('Make, list and revoke API tokens of your workspace.')
		.addCommand(
			withServer(new Command('create'))
				.description('Make a token; it is shown this once, on standard output.')
				.argument('<name>', 'what it is for')
				.requiredOption('--scope <scope>', 'what it may do; repeat for several', collect, [])
				.option('--days <days>', 'until it ends; never, unless set')
				.option('--service <name>', 'acts for a service of this name instead of for you')
				.action(create),
		)
		.addCommand(
			withServer(new Command('list'))
				.description('All of the workspace, newest first.')
				.action(list),
		)
		.addCommand(
			withServer(new Command('revoke'))
				.description('End a token at once.')
				.argument('<id>', 't-…, as list shows it')
				.action(revoke),
		);
}

async function create(name: string, options: CreateOptions): Promise<void> {
	const { scope, days, service } = options;
	const wish = {
		name,
		scopes: scope,
		...(days !== undefined && { days: Number(days) }),
		...(service !== undefined && { service }),
	};
	const answer = await ask(options, '/api/tokens', posting(wish));
	if (!answer.ok) return complain(answer.error.message);
	const { token, id, expiresAt } = answer.value as Shown & { readonly token: string };
	console.log(oneLine(token));
	console.error(
		`${oneLine(id)}: keep it now, it is not shown again${expiresAt ? `; ends ${oneLine(expiresAt)}` : ''}`,
	);
}

async function list(options: ServerOptions): Promise<void> {
	const answer = await ask(options, '/api/tokens');
	if (!answer.ok) return complain(answer.error.message);
	for (const token of (answer.value as { readonly tokens: readonly Shown[] }).tokens) {
		const used = token.usedAt === null ? 'never used' : `used ${token.usedAt}`;
		const ends = token.expiresAt === null ? 'no end' : `ends ${token.expiresAt}`;
		const facts = [token.id, token.name, token.scopes.join(' '), token.principal, used, ends];
		console.log(facts.map(oneLine).join('\t'));
	}
}

async function revoke(id: string, options: ServerOptions): Promise<void> {
	const path = `/api/tokens/${encodeURIComponent(id)}`;
	const answer = await ask(options, path, { method: 'DELETE' });
	if (!answer.ok) return complain(answer.error.message);
	console.log(`${oneLine(id)}: revoked`);
}
