// `loadline member list|add|role|remove`: who belongs to a workspace (docs/deploy.md "Members").
import { Command } from 'commander';
import { ask, posting, type ServerOptions, withServer } from './server';
import { complainer, oneLine } from './terminal';

const complain = complainer('member');

interface AddOptions extends ServerOptions {
	readonly issuer: string;
	readonly role: string;
	readonly name?: string;
}

interface Shown {
	readonly id: string;
	readonly name: string;
	readonly role: string;
	readonly addedAt: string;
}

/** `loadline member`, its commands below it. */
export function memberCommand(): Command {
	return new Command('member')
		.description('Add, list and remove members of your workspace.')
		.addCommand(withServer(new Command('list')).description('By name.').action(list))
		.addCommand(
			withServer(new Command('add'))
				.description('Add a user of an identity provider.')
				.argument('<subject>', 'the provider’s own name of the user (sub)')
				.requiredOption('--issuer <url>', 'the provider')
				.requiredOption('--role <role>', 'reader, member, reviewer or admin')
				.option('--name <name>', 'a label')
				.action(add),
		)
		.addCommand(
			withServer(new Command('role'))
				.description('Change a role; tokens that could do more end at once.')
				.argument('<id>', 'u-…, as list shows it')
				.argument('<role>', 'reader, member, reviewer or admin')
				.action(changeRole),
		)
		.addCommand(
			withServer(new Command('remove'))
				.description('Take a member out, with all tokens.')
				.argument('<id>')
				.action(remove),
		);
}

const pathOf = (id: string): string => `/api/members/${encodeURIComponent(id)}`;

async function list(options: ServerOptions): Promise<void> {
	const answer = await ask(options, '/api/members');
	if (!answer.ok) return complain(answer.error.message);
	for (const { id, name, role, addedAt } of (answer.value as { readonly members: Shown[] }).members)
		console.log([id, name, role, `since ${addedAt}`].map(oneLine).join('\t'));
}

async function add(subject: string, options: AddOptions): Promise<void> {
	const { issuer, role, name = subject } = options;
	const answer = await ask(options, '/api/members', posting({ issuer, subject, name, role }));
	if (!answer.ok) return complain(answer.error.message);
	console.log(`${oneLine((answer.value as Shown).id)}: ${oneLine(role)}`);
}

async function changeRole(id: string, role: string, options: ServerOptions): Promise<void> {
	const init = { ...posting({ role }), method: 'PUT' };
	const answer = await ask(options, pathOf(id), init);
	if (!answer.ok) return complain(answer.error.message);
	const { revokedTokens } = answer.value as { readonly revokedTokens: number };
	console.log(`${oneLine(id)}: ${oneLine(role)}, ${revokedTokens} tokens revoked`);
}

async function remove(id: string, options: ServerOptions): Promise<void> {
	const answer = await ask(options, pathOf(id), { method: 'DELETE' });
	if (!answer.ok) return complain(answer.error.message);
	const { revokedTokens } = answer.value as { readonly revokedTokens: number };
	console.log(`${oneLine(id)}: removed, ${revokedTokens} tokens revoked`);
}
