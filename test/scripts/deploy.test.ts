import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import packageFile from '../../package.json';
import { nextSteps, planOf } from '../../scripts/deploy-plan.mjs';
import server from '../../server.json';
import { program } from '../program';

const root = resolve(import.meta.dirname, '../..');
const toml = readFileSync(join(root, 'wrangler.toml'), 'utf8');
const routed = `${toml.split('\n[')[0]}\nroutes = ["loadline.example.com/*"]\n`;

describe('npm run deploy', () => {
	it('makes the secret once, and never again', () => {
		expect(planOf([], toml, undefined)).toMatchObject({
			args: ['deploy', '--name', 'loadline'],
			makesSecret: true,
		});
		expect(planOf([], toml, ['LOADLINE_TOKENS'])).toMatchObject({ makesSecret: true });
		const again = planOf(['production', '--strict'], toml, ['LOADLINE_SECRET']);
		expect(again).toMatchObject({
			args: ['deploy', '--name', 'loadline', '--strict'],
			makesSecret: false,
		});
		expect(again.notices.join()).toContain('a new version');
	});

	it('has staging beside production, under another name', () => {
		expect(planOf(['staging'], toml, undefined).args).toContain('loadline-staging');
		expect(() => planOf(['staging'], routed, undefined)).toThrow('its own, --route');
		const own = ['staging', '--route', 'staging.example.com/*'];
		expect(planOf(own, routed, undefined).args.slice(-2)).toEqual(own.slice(1));
		expect(() => planOf(['stage'], toml, undefined)).toThrow('neither production nor staging');
		expect(() => planOf(['--name', 'x'], toml, undefined)).toThrow('stands in wrangler.toml');
	});

	it('says where to go next', () => {
		const said = 'Deployed loadline triggers\n  https://loadline.someone.workers.dev\n';
		expect(nextSteps(said)).toContain('https://loadline.someone.workers.dev/claim');
	});

	it('explains itself where there is no account', async () => {
		const env = { CLOUDFLARE_API_TOKEN: '', HOME: '/nonexistent', XDG_CONFIG_HOME: '/nonexistent' };
		const { status, err } = await program([join(root, 'scripts/deploy.mjs')], { env });
		expect({ status, err }).toEqual({
			status: 1,
			err: expect.stringContaining('npx wrangler login'),
		});
	});
});

describe('what registries are told', () => {
	it('is the package as it is', () => {
		const [npm] = server.packages;
		expect([server.version, npm?.version]).toEqual([packageFile.version, packageFile.version]);
		expect([server.name, npm?.identifier]).toEqual([packageFile.mcpName, packageFile.name]);
		expect(server.description.length).toBeLessThanOrEqual(100);
		expect(server.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
	});

	it('describes the secrets that a deploy button asks for', () => {
		const described = Object.keys(packageFile.cloudflare.bindings);
		const example = readFileSync(join(root, '.dev.vars.example'), 'utf8');
		const asked = [...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
		expect(described).toEqual(expect.arrayContaining(asked));
	});
});
