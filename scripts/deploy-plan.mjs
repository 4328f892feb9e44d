// Plans what `npm run deploy` asks wrangler to do. Pure.
import { parse } from 'smol-toml';

/**
 * @typedef {object} Plan
 * @property {readonly string[]} args of wrangler
 * @property {readonly string[]} notices for whoever deploys
 * @property {boolean} makesSecret whether LOADLINE_SECRET is made and sent along
 */

export const USAGE =
	'npm run deploy [-- production|staging] [--dry-run] [further options of wrangler deploy]';

/**
 * Staging is the same Worker under a name of its own: its namespaces and objects are its own, too.
 * @param {readonly string[]} given arguments of the command
 * @param {string} toml text of wrangler.toml
 * @param {readonly string[] | undefined} secrets names that the Worker has; undefined: there is no such Worker
 * @returns {Plan}
 * @throws {RangeError} that says what is wrong with the arguments
 */
export function planOf(given, toml, secrets) {
	const { name, routes, route } = /** @type {Record<string, any>} */ (parse(toml));
	const [first = 'production', ...others] = given;
	const isNamed = !first.startsWith('-');
	const target = isNamed ? first : 'production';
	const rest = isNamed ? others : given;
	if (target !== 'production' && target !== 'staging')
		throw new RangeError(`"${target}" is neither production nor staging. ${USAGE}`);
	if (rest.some((option) => option === '--name' || option.startsWith('--name=')))
		throw new RangeError('The name stands in wrangler.toml; staging has -staging behind it.');
	const isRouted = rest.some((option) => /^--(?:routes?|domains?)(?:=|$)/.test(option));
	if (target === 'staging' && (routes || route) && !isRouted)
		throw new RangeError(
			'wrangler.toml names routes, which are those of production: give staging its own, --route staging.example.com/*',
		);
	const worker = target === 'staging' ? `${name}-staging` : name;
	const makesSecret = !(secrets ?? []).includes('LOADLINE_SECRET');
	return {
		args: ['deploy', '--name', worker, ...rest],
		makesSecret,
		notices: [
			`Deploying ${worker}: ${secrets ? 'a new version' : 'for the first time'}; state and secrets that are there stay.`,
			...(makesSecret ? ['LOADLINE_SECRET is made now, and known to the Worker alone.'] : []),
		],
	};
}

export const NO_ACCOUNT = `There is no Cloudflare account here. Either
  npx wrangler login                 in a browser, or
  CLOUDFLARE_API_TOKEN=… npm run deploy
                                     with a token that may edit Workers Scripts and Workers KV Storage.
Without one: npm start serves on this machine, npx loadline serve without Cloudflare (docs/node.md), and
npm run deploy -- --dry-run builds what would be deployed.`;

/** @param {string} said by wrangler: the address of what was deployed stands in it */
export function nextSteps(said) {
	const [url = 'https://HOST'] = /https:\/\/[^\s/]+\.workers\.dev/.exec(said) ?? [];
	return `Deployed. If nobody owns it yet, ${url}/claim says how to make it yours. Clients take ${url}/mcp (docs/deploy.md).`;
}
