import { describe, expect, it } from 'vitest';
import { checkUpstreamUrl } from '../../src/gateway/upstream/upstream-url';

const deployed = (url: string) => checkUpstreamUrl(url, { allowLoopback: false });
const dev = (url: string) => checkUpstreamUrl(url, { allowLoopback: true });

describe('which upstream URLs are refused', () => {
	it.each([
		'http://mcp.example.com/mcp',
		'ftp://mcp.example.com/',
		'file:///etc/passwd',
		'javascript:alert(1)',
		'not a url',
		'',
		'https://user@mcp.example.com/',
		'https://user:secret@mcp.example.com/',
		'https://127.0.0.1/',
		'https://127.1/',
		'https://0x7f000001/',
		'https://0x7f.0.0.1/',
		'https://2130706433/',
		'https://017700000001/',
		'https://0177.0.0.1/',
		'https://127.0.0.1./',
		'https://①②⑦.⓪.⓪.①/',
		'https://%31%32%37.0.0.1/',
		'https://[::1]/',
		'https://[0:0:0:0:0:0:0:1]/',
		'https://[::]/',
		'https://[::ffff:127.0.0.1]/',
		'https://[::ffff:7f00:1]/',
		'https://[::ffff:8.8.8.8]/',
		'https://[::7f00:1]/',
		'https://[64:ff9b::a00:1]/',
		'https://[2002:a00:1::]/',
		'https://[fc00::1]/',
		'https://[fdff::1]/',
		'https://[fe80::1]/',
		'https://[fec0::1]/',
		'https://[ff02::1]/',
		'https://[2001:db8::1]/',
		'https://[::ffff:0:127.0.0.1]/',
		'https://[::ffff:0:8.8.8.8]/',
		'https://[64:ff9b::808:808]/',
		'https://[64:ff9b:1::1]/',
		'https://[100::1]/',
		'https://[2001:1::1]/',
		'https://[3fff::1]/',
		'https://[3fff:fff::1]/',
		'https://[4000::1]/',
		'https://[5f00::1]/',
		'https://192.88.99.1/',
		'https://168.63.129.16/',
		'https://db.prod.svc/',
		'https://db.prod.svc.cluster.local/',
		'https://0.0.0.0/',
		'https://10.0.0.1/',
		'https://172.16.0.1/',
		'https://172.31.255.255/',
		'https://192.168.1.1/',
		'https://169.254.169.254/latest/meta-data/',
		'https://100.64.0.1/',
		'https://100.127.255.255/',
		'https://198.18.0.1/',
		'https://192.0.0.192/',
		'https://224.0.0.1/',
		'https://255.255.255.255/',
		'https://localhost/',
		'https://localhost./',
		'https://LOCALHOST/',
		'https://a.localhost/',
		'https://localhost.localdomain/',
		'https://metadata.google.internal/',
		'https://printer.local/',
		'https://intranet/',
		'https://gіthub.com/mcp',
	])('refuses %s', (url) => {
		expect(deployed(url).ok).toBe(false);
	});

	it.each([
		'https://10.0.0.1/',
		'http://10.0.0.1/',
		'http://169.254.169.254/',
		'http://mcp.example.com/',
		'http://0.0.0.0/',
		'http://[::ffff:127.0.0.1]/',
		'http://localhost.evil.com/',
		'http://user@localhost/',
	])('refuses %s in dev mode too', (url) => {
		expect(dev(url).ok).toBe(false);
	});

	it.each([
		'https://mcp.example.com/mcp',
		'https://mcp.example.com:8443/mcp?x=1',
		'https://8.8.8.8/',
		'https://172.32.0.1/',
		'https://100.128.0.1/',
		'https://[2606:4700::1111]/',
		'https://[3fff:1000::1]/',
		'https://168.63.129.17/',
		'https://xn--bcher-kva.example/',
	])('accepts %s', (url) => {
		const checked = deployed(url);
		expect(checked.ok && checked.value.href).toBe(new URL(url).href);
	});

	it.each([
		'http://localhost:8788/mcp',
		'http://localhost./mcp',
		'http://api.localhost:3000/',
		'http://127.0.0.1:3000/mcp',
		'http://127.9.9.9/',
		'http://[::1]:3000/',
		'https://localhost/',
	])('accepts %s in dev mode', (url) => {
		expect(dev(url).ok).toBe(true);
	});

	it.each(['http://127.0.0.1:3000/', 'http://10.0.0.1/', 'https://mcp.lan/', 'http://[fd12::1]/'])(
		'says of %s by which setting it may be',
		(url) => {
			const checked = deployed(url);
			expect(checked.ok || checked.error).toContain('LOADLINE_PRIVATE_UPSTREAMS');
		},
	);

	const opened = (url: string) => checkUpstreamUrl(url, { allowLoopback: 'private' }).ok;
	it('opens this machine and private networks by a setting, metadata and reserved addresses never', () => {
		const open = [
			...[
				'http://127.0.0.1:3000/mcp',
				'http://10.0.0.1/',
				'https://192.168.1.1/',
				'http://100.64.0.1/',
			],
			...[
				'http://intranet/',
				'http://mcp.lan:8080/mcp',
				'http://[fd12:3456::1]/',
				'https://mcp.example.com/',
			],
		];
		expect(open.filter((url) => !opened(url))).toEqual([]);
		const shut = [
			...['http://169.254.169.254/', 'http://metadata.google.internal/', 'http://[fd00:ec2::254]/'],
			...['http://100.100.100.200/', 'http://0.0.0.0/', 'http://[fe80::1]/', 'http://[fd::1]/'],
			...[
				'http://mcp.example.com/',
				'http://224.0.0.1/',
				'http://u:p@10.0.0.1/',
				'http://168.63.129.16/',
			],
		];
		expect(shut.filter(opened)).toEqual([]);
	});

	it('says what to write instead and never repeats the credentials', () => {
		const refused = deployed('https://user:hunter2@mcp.example.com/');
		expect(refused).toEqual({
			ok: false,
			error: 'contains a user name or password; put credentials into "headers"',
		});
	});
});
