// Lists as clouds and what watches them answer them, after each API's documentation; all values are made up.
import type { ApiList } from '../api-list';
import { made } from '../made';

export const datadogMonitors = (): ApiList => {
	const m = made('datadog');
	return {
		name: 'datadog_monitors',
		path: [],
		need: ['id', 'name', 'overall_state', 'type', 'query'],
		value: m.list(45, () => {
			const who = m.person();
			const metric = m.pick(['system.cpu.user', 'trace.http.errors', 'postgres.connections']);
			return {
				id: m.int(10_000_000, 99_999_999),
				org_id: 11_204,
				type: m.pick(['metric alert', 'query alert', 'service check', 'log alert']),
				name: `[${m.pick(['prod', 'staging'])}] ${m.title()}`,
				message: `${m.text(2)} @slack-oncall`,
				tags: [`team:${m.pick(['core', 'payments'])}`, 'managed:terraform'],
				query: `avg(last_${m.int(5, 30)}m):avg:${metric}{env:prod} by {host} > ${m.int(10, 95)}`,
				options: {
					thresholds: { critical: m.int(10, 95), warning: m.int(5, 9) },
					notify_audit: false,
					require_full_window: false,
					renotify_interval: 0,
					timeout_h: 0,
					include_tags: true,
					new_host_delay: 300,
					silenced: {},
				},
				multi: true,
				created_at: m.int(1_600_000_000, 1_700_000_000) * 1000,
				created: m.time(),
				modified: m.time(),
				deleted: null,
				restricted_roles: null,
				priority: m.maybe(m.int(1, 5)),
				overall_state_modified: m.time(),
				overall_state: m.pick(['OK', 'OK', 'Alert', 'Warn', 'No Data']),
				creator: { name: who.name, handle: who.email, email: who.email, id: m.int(1_000, 9_999) },
				matching_downtimes: [],
			};
		}),
	};
};

export const alertmanagerAlerts = (): ApiList => {
	const m = made('alertmanager');
	return {
		name: 'alertmanager_alerts',
		path: [],
		need: [
			'labels/alertname',
			'labels/severity',
			'status/state',
			'startsAt',
			'annotations/summary',
		],
		value: m.list(40, () => ({
			annotations: {
				description: m.text(1),
				runbook_url: `https://runbooks.example/${m.token(6)}`,
				summary: m.title(),
			},
			endsAt: m.time(),
			fingerprint: m.token(16),
			receivers: [{ name: m.pick(['slack', 'pager']) }],
			startsAt: m.time(),
			status: {
				inhibitedBy: [],
				silencedBy: [],
				state: m.pick(['active', 'active', 'suppressed']),
			},
			updatedAt: m.time(),
			generatorURL: `https://prometheus.example/graph?g0.expr=up+%3D%3D+0&g0.tab=${m.int(0, 9)}`,
			labels: {
				alertname: m.pick(['KubePodCrashLooping', 'NodeDiskFull', 'TargetDown', 'HighErrorRate']),
				cluster: 'eu-1',
				container: m.pick(['api', 'worker', 'proxy']),
				instance: `10.0.${m.int(0, 9)}.${m.int(1, 250)}:9100`,
				job: m.pick(['node', 'kubelet', 'api']),
				namespace: m.pick(['prod', 'staging', 'kube-system']),
				prometheus: 'monitoring/k8s',
				severity: m.pick(['critical', 'warning', 'info']),
			},
		})),
	};
};

export const cloudflareDns = (): ApiList => {
	const m = made('cloudflare');
	return {
		name: 'cloudflare_dns_records',
		path: ['result'],
		need: ['name', 'type', 'content'],
		value: {
			result: m.list(90, () => ({
				id: m.token(32),
				zone_id: '023e105f4ecef8ad9ca31a8372d0c353',
				zone_name: 'acme.example',
				name: `${m.pick(['www', 'api', 'mail', 'cdn', 'vpn'])}${m.int(1, 40)}.acme.example`,
				type: m.pick(['A', 'A', 'CNAME', 'TXT', 'MX']),
				content: `198.51.${m.int(0, 255)}.${m.int(1, 254)}`,
				proxiable: true,
				proxied: m.pick([true, false]),
				ttl: m.pick([1, 300, 3600]),
				settings: {},
				meta: { auto_added: false, managed_by_apps: false, managed_by_argo_tunnel: false },
				comment: m.maybe(m.title(), 0.7),
				tags: [],
				created_on: m.time(),
				modified_on: m.time(),
			})),
			success: true,
			errors: [],
			messages: [],
			result_info: { page: 1, per_page: 100, count: 90, total_count: 90, total_pages: 1 },
		},
	};
};

export const lambdaFunctions = (): ApiList => {
	const m = made('lambda');
	return {
		name: 'aws_lambda_functions',
		path: ['Functions'],
		need: ['FunctionName', 'Runtime', 'MemorySize', 'LastModified'],
		value: {
			Functions: m.list(45, () => {
				const name = `${m.pick(['orders', 'mail', 'auth', 'thumbs'])}-${m.pick(['consumer', 'api', 'cron'])}-${m.token(4)}`;
				return {
					FunctionName: name,
					FunctionArn: `arn:aws:lambda:eu-west-1:123456789012:function:${name}`,
					Runtime: m.pick(['nodejs22.x', 'python3.13', 'java21']),
					Role: `arn:aws:iam::123456789012:role/${name}-role`,
					Handler: 'index.handler',
					CodeSize: m.int(900, 40_000_000),
					Description: m.maybe(m.title(), 0.4) ?? '',
					Timeout: m.pick([3, 15, 30, 900]),
					MemorySize: m.pick([128, 256, 512, 1024]),
					LastModified: m.time().replace('Z', '+0000'),
					CodeSha256: `${m.token(43, 'ABCDEFGHabcdefgh01234567+/')}=`,
					Version: '$LATEST',
					Environment: { Variables: { STAGE: 'prod', TABLE: `${name}-table` } },
					TracingConfig: { Mode: 'PassThrough' },
					RevisionId: m.uuid(),
					PackageType: 'Zip',
					Architectures: [m.pick(['x86_64', 'arm64'])],
					EphemeralStorage: { Size: 512 },
					SnapStart: { ApplyOn: 'None', OptimizationStatus: 'Off' },
					LoggingConfig: { LogFormat: 'Text', LogGroup: `/aws/lambda/${name}` },
				};
			}),
		},
	};
};

export const rdsInstances = (): ApiList => {
	const m = made('rds');
	return {
		name: 'aws_rds_instances',
		path: ['DBInstances'],
		need: ['DBInstanceIdentifier', 'DBInstanceStatus', 'Engine', 'DBInstanceClass'],
		value: {
			DBInstances: m.list(25, (at) => {
				const id = `${m.pick(['orders', 'users', 'ledger'])}-${m.pick(['prod', 'dev'])}-${at}`;
				return {
					DBInstanceIdentifier: id,
					DBInstanceClass: m.pick(['db.t4g.medium', 'db.r6g.large', 'db.m5.xlarge']),
					Engine: m.pick(['postgres', 'mysql', 'aurora-postgresql']),
					DBInstanceStatus: m.pick(['available', 'available', 'stopped', 'backing-up']),
					MasterUsername: 'root',
					DBName: m.pick(['main', 'app']),
					Endpoint: {
						Address: `${id}.c9akciq32.eu-west-1.rds.example`,
						Port: 5432,
						HostedZoneId: 'Z29XKXDKYMONMX',
					},
					AllocatedStorage: m.pick([20, 100, 500]),
					InstanceCreateTime: m.time(),
					PreferredBackupWindow: '03:10-03:40',
					BackupRetentionPeriod: 7,
					DBSecurityGroups: [],
					VpcSecurityGroups: [{ VpcSecurityGroupId: `sg-${m.token(17)}`, Status: 'active' }],
					DBParameterGroups: [
						{ DBParameterGroupName: 'default.postgres16', ParameterApplyStatus: 'in-sync' },
					],
					AvailabilityZone: m.pick(['eu-west-1a', 'eu-west-1b']),
					DBSubnetGroup: {
						DBSubnetGroupName: 'private',
						VpcId: `vpc-${m.token(17)}`,
						SubnetGroupStatus: 'Complete',
						Subnets: m.list(2, () => ({
							SubnetIdentifier: `subnet-${m.token(17)}`,
							SubnetStatus: 'Active',
						})),
					},
					PendingModifiedValues: {},
					MultiAZ: m.pick([true, false]),
					EngineVersion: m.pick(['16.3', '8.0.36']),
					AutoMinorVersionUpgrade: true,
					ReadReplicaDBInstanceIdentifiers: [],
					LicenseModel: 'postgresql-license',
					OptionGroupMemberships: [{ OptionGroupName: 'default:postgres-16', Status: 'in-sync' }],
					PubliclyAccessible: false,
					StorageType: 'gp3',
					StorageEncrypted: true,
					KmsKeyId: `arn:aws:kms:eu-west-1:123456789012:key/${m.uuid()}`,
					DbiResourceId: `db-${m.token(26, 'ABCDEFGHJKLMNP234567')}`,
					CACertificateIdentifier: 'rds-ca-rsa2048-g1',
					DBInstanceArn: `arn:aws:rds:eu-west-1:123456789012:db:${id}`,
					DeletionProtection: true,
					TagList: [{ Key: 'team', Value: m.pick(['core', 'billing']) }],
				};
			}),
		},
	};
};

export const nvdCves = (): ApiList => {
	const m = made('nvd');
	return {
		name: 'nvd_cves',
		path: ['vulnerabilities'],
		need: ['cve/id', 'cve/published', 'cve/descriptions/0/value', 'cve/vulnStatus'],
		value: {
			resultsPerPage: 30,
			startIndex: 0,
			totalResults: 30,
			format: 'NVD_CVE',
			version: '2.0',
			timestamp: m.time(),
			vulnerabilities: m.list(30, () => ({
				cve: {
					id: `CVE-2026-${m.int(1_000, 49_999)}`,
					sourceIdentifier: 'cve@mitre.example',
					published: m.time().replace('Z', ''),
					lastModified: m.time().replace('Z', ''),
					vulnStatus: m.pick(['Analyzed', 'Modified', 'Awaiting Analysis']),
					cveTags: [],
					descriptions: [
						{ lang: 'en', value: m.text(2) },
						{ lang: 'es', value: m.text(2) },
					],
					metrics: {
						cvssMetricV31: [
							{
								source: 'nvd@nist.example',
								type: 'Primary',
								cvssData: {
									version: '3.1',
									vectorString: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
									baseScore: m.int(30, 98) / 10,
									baseSeverity: m.pick(['CRITICAL', 'HIGH', 'MEDIUM']),
									attackVector: 'NETWORK',
								},
								exploitabilityScore: 3.9,
								impactScore: 5.9,
							},
						],
					},
					weaknesses: [
						{
							source: 'nvd@nist.example',
							type: 'Primary',
							description: [{ lang: 'en', value: `CWE-${m.int(20, 900)}` }],
						},
					],
					references: m.list(m.int(1, 4), () => ({
						url: `https://lists.example/${m.token(12)}`,
						source: 'cve@mitre.example',
					})),
				},
			})),
		},
	};
};
