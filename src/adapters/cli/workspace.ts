// `loadline workspace list|create|reseal`: the tenants of a deployment, for its operator (docs/deploy.md
// "Workspaces").
import { Command } from 'commander';
import { ask, posting, type ServerOptions, withServer } from './server';
import { complainer, oneLine } from './terminal';

const complain = complainer('workspace');

interface CreateOptions extends ServerOptions {
	readonly title?: string;
	readonly token?: string;
	readonly adminToken?: true;
}

/** `loadline workspace`, its commands below it. */
export function workspaceCommand(): Command {
	return new Command('workspace')
		.description('List and create workspaces of the deployment.')
		.addCommand(withServer(new Command('list')).description('By name.').action(list))
		.addCommand(
			withServer(new Command('create'))
				.description('Create a workspace, or change its title.')
				.argument('<name>', 'ws-…')
				.option('--title <title>', 'a label')
				.option('--admin-token', 'show a token of an administrator, good for a week')
				.action(create),
		)
		.addCommand(
			withServer(new Command('reseal'))
				.description('Seal secrets and logins with the new LOADLINE_SECRET, while it is "new,old".')
				.argument('[names...]', 'workspaces; all that are listed unless named')
				.action(reseal),
		);
}

async function list(options: ServerOptions): Promise<void> {
	const answer = await ask(options, '/api/workspaces');
	if (!answer.ok) return complain(answer.error.message);
	const { workspaces } = answer.value as {
		readonly workspaces: readonly { name: string; title: string; createdAt: string }[];
	};
	for (const { name, title, createdAt } of workspaces)
		console.log([name, title, `since ${createdAt}`].map(oneLine).join('\t'));
}

/** Ends with 1 where something opens with neither secret. */
async function reseal(names: readonly string[], options: ServerOptions): Promise<void> {
	const listed = names.length > 0 ? undefined : await ask(options, '/api/workspaces');
	if (listed?.ok === false) return complain(listed.error.message);
	const { workspaces } = (listed?.value ?? { workspaces: names.map((name) => ({ name })) }) as {
		readonly workspaces: readonly { name: string }[];
	};
	for (const { name } of workspaces) {
		const path = `/api/workspaces/${encodeURIComponent(name)}/reseal`;
		const answer = await ask(options, path, posting({}));
		if (!answer.ok) return complain(answer.error.message);
		const { vaults, resealed, unreadable } = answer.value as Record<string, number>;
		console.log(
			oneLine(`${name}: ${vaults} vaults, ${resealed} sealed anew, ${unreadable} unreadable`),
		);
		if (unreadable) process.exitCode = 1;
	}
}

async function create(name: string, options: CreateOptions): Promise<void> {
	const wish = {
		...(options.title !== undefined && { title: options.title }),
		token: options.adminToken === true,
	};
	const init = { ...posting(wish), method: 'PUT' };
	const answer = await ask(options, `/api/workspaces/${encodeURIComponent(name)}`, init);
	if (!answer.ok) return complain(answer.error.message);
	const { created, token } = answer.value as { readonly created: boolean; readonly token?: string };
	console.error(`${oneLine(name)}: ${created ? 'created' : 'was there'}`);
	if (token !== undefined) console.log(oneLine(token));
}
