import { describe, expect, it } from 'vitest';
import { clientLines } from '../../scripts/client-lines.mjs';
import { readOptions } from '../../scripts/start-options.mjs';

const read = (...given: string[]) => readOptions(given, {});

describe('npm start', () => {
	it('serves in development mode on port 8787', () => {
		const options = read();
		expect(options).toMatchObject({
			port: 8787,
			protocol: 'http',
			ip: 'localhost',
			dev: true,
			notices: [],
		});
		expect(options.args.join(' ')).toContain('--var LOADLINE_DEV:1');
		expect(options.args.join(' ')).toContain('--var LOADLINE_SESSION_TEXTS:true');
		const own = readOptions([], { LOADLINE_SESSION_TEXTS: 'false' }).args.join(' ');
		expect(own).toContain('LOADLINE_SESSION_TEXTS:false');
		expect(own).not.toContain('LOADLINE_SESSION_TEXTS:true');
		const open = readOptions(['--ip', '0.0.0.0'], {}).args.join(' ');
		expect(open).not.toContain('LOADLINE_SESSION_TEXTS');
	});

	it('passes options on as they are, but for the address', () => {
		const { args, port } = read('--port', '9000', '--persist-to', 'some where', '--ip=::1');
		expect(port).toBe(9000);
		expect(args.slice(0, 2)).toEqual(['--persist-to', 'some where']);
		// The address is that of what listens in front.
		expect(args.join(' ')).not.toMatch(/--(?:port|ip)/);
	});

	it('serves at the port that its environment names, unless an option does', () => {
		expect(readOptions([], { PORT: '3000' }).port).toBe(3000);
		expect(readOptions(['--port', '9000'], { PORT: '3000' }).port).toBe(9000);
		expect(readOptions([], { PORT: '' }).port).toBe(8787);
		expect(() => readOptions([], { PORT: 'http' })).toThrow('PORT takes a number');
	});

	it.each(['localhost', '127.0.0.1', '127.1.2.3', '::1', '[::1]'])(
		'stays in development mode on %s',
		(ip) => {
			expect(read('--ip', ip).dev).toBe(true);
			expect(read(`--ip=${ip}`).dev).toBe(true);
		},
	);

	it.each([
		['--ip', '0.0.0.0'],
		['--ip=0.0.0.0'],
		['--ip', '*'],
		['--ip', '::'],
		['--ip', '127.0.0.1.example.com'],
		['--ip', '192.168.1.2'],
		['--tunnel'],
		['--tunnel-name=mine'],
		['--remote'],
		['-r'],
		['--host', 'example.com'],
		['--local-upstream', 'localhost'],
	])('leaves development mode when %s %s lets others in', (...given) => {
		const options = read(...given.filter((word) => word !== undefined));
		expect(options.dev).toBe(false);
		expect(options.args.filter((word) => word.startsWith('LOADLINE_DEV'))).toEqual([
			'LOADLINE_DEV:0',
		]);
		expect(options.notices).toEqual([expect.stringContaining('development mode is off')]);
	});

	it.each([[['--var', 'LOADLINE_DEV:1']], [['--var=LOADLINE_DEV:1', '--ip', '0.0.0.0']]])(
		'refuses the switch itself in %j',
		(given) => {
			expect(() => read(...given)).toThrow('LOADLINE_DEV is set by npm start itself');
		},
	);

	it.each(['0', '65536', 'http', '80.5'])('refuses port %s', (port) => {
		expect(() => read('--port', port)).toThrow('--port takes a number from 1 to 65535');
	});

	it('hands settings of the environment to the Worker, but no secret and no switch', () => {
		const { args } = readOptions([], {
			LOADLINE_TOKEN_BUDGET_THRESHOLD: '2000',
			LOADLINE_SECRET: 'hidden',
			LOADLINE_DEV: 'yes',
			UPSTREAM_X: 'hidden',
			HOME: '/home/ada',
		});
		expect(args).toContain('LOADLINE_TOKEN_BUDGET_THRESHOLD:2000');
		expect(args.join(' ')).not.toMatch(/hidden|LOADLINE_DEV:yes|HOME/);
	});

	it('prints lines to paste, with the port', () => {
		const lines = clientLines('http://localhost:9000', true);
		expect(lines).toContain('claude mcp add --transport http loadline http://localhost:9000/mcp\n');
		expect(lines).toContain(
			`code --add-mcp '{"name":"loadline","type":"http","url":"http://localhost:9000/mcp"}'`,
		);
		expect(lines).toContain('{"mcpServers":{"loadline":{"url":"http://localhost:9000/mcp"}}}');
		expect(lines).toContain('http://localhost:9000/health');
	});

	it('prints where the token goes when development mode is off', () => {
		expect(clientLines('http://localhost:9000', false).match(/Bearer YOUR_TOKEN/g)).toHaveLength(3);
	});
});
