// `loadline secret set|list|remove`: secrets of a workspace, or your own (docs/deploy.md "Secrets").
import { Command } from 'commander';
import { ask, posting, type ServerOptions, withServer } from './server';
import { complainer, oneLine } from './terminal';

const complain = complainer('secret');

interface SecretOptions extends ServerOptions {
	readonly mine?: true;
}

interface Shown {
	readonly name: string;
	readonly owner: string;
	readonly origins: readonly string[];
	readonly setAt?: string;
}

const withOwner = (command: Command): Command =>
	withServer(command).option('--mine', `your own, which \${user:NAME} names`);

/** `loadline secret`, its commands below it. */
export function secretCommand(): Command {
	const collect = (value: string, before: readonly string[]) => [...before, value];
	return new Command('secret')
		.description('Set, list and remove secrets that upstreams are called with.')
		.addCommand(
			withOwner(new Command('set'))
				.description('Set a secret; its value is read from standard input.')
				.argument('<name>', `A-Z, 0-9 and _; the configuration names it \${secret:NAME}`)
				.requiredOption(
					'--origin <origin>',
					'where it may be sent; repeat for several',
					collect,
					[],
				)
				.action(set),
		)
		.addCommand(
			withOwner(new Command('list')).description('Names, owners and origins.').action(list),
		)
		.addCommand(
			withOwner(new Command('remove'))
				.description('Remove a secret; calls that need it fail at once.')
				.argument('<name>')
				.action(remove),
		);
}

const pathOf = ({ mine }: SecretOptions, name?: string): string =>
	`/api/${mine ? 'me/' : ''}secrets${name === undefined ? '' : `/${encodeURIComponent(name)}`}`;

/** The first line of what is typed or piped in: a secret in an argument would be seen by others. */
async function valueFromInput(): Promise<string> {
	if (process.stdin.isTTY) process.stderr.write('value: ');
	let text = '';
	for await (const part of process.stdin) {
		text += String(part);
		if (text.includes('\n')) break;
	}
	return (text.split('\n', 1)[0] ?? '').replace(/\r$/, '');
}

async function set(
	name: string,
	options: SecretOptions & { readonly origin: readonly string[] },
): Promise<void> {
	const value = await valueFromInput();
	const init = { ...posting({ value, origins: options.origin }), method: 'PUT' };
	const answer = await ask(options, pathOf(options, name), init);
	if (!answer.ok) return complain(answer.error.message);
	const { owner, origins } = answer.value as Shown;
	console.log(
		`${oneLine(name)}: set for the ${owner}, to be sent to ${origins.map(oneLine).join(', ')}`,
	);
}

async function list(options: SecretOptions): Promise<void> {
	const answer = await ask(options, pathOf(options));
	if (!answer.ok) return complain(answer.error.message);
	for (const { name, owner, origins, setAt } of (answer.value as { secrets: Shown[] }).secrets)
		console.log([name, owner, origins.join(' '), setAt ?? ''].map(oneLine).join('\t').trimEnd());
}

async function remove(name: string, options: SecretOptions): Promise<void> {
	const answer = await ask(options, pathOf(options, name), { method: 'DELETE' });
	if (!answer.ok) return complain(answer.error.message);
	console.log(`${oneLine(name)}: removed`);
}
