// Lists as services around code answer them, after each API's documentation; all values are made up.
import type { ApiList } from '../api-list';
import { made } from '../made';

export const bitbucketPulls = (): ApiList => {
	const m = made('bitbucket');
	const who = () => {
		const { name } = m.person();
		const uuid = `{${m.uuid()}}`;
		return {
			display_name: name,
			links: {
				self: { href: `https://api.bitbucket.example/2.0/users/${uuid}` },
				avatar: { href: `https://avatars.example/${m.token(12)}.png` },
				html: { href: `https://bitbucket.example/${uuid}/` },
			},
			type: 'user',
			uuid,
			account_id: `557058:${m.uuid()}`,
			nickname: name,
		};
	};
	const end = () => ({
		branch: {
			name: `${m.pick(['fix', 'feature', 'chore'])}/${m.pick(['PAY', 'WEB'])}-${m.int(10, 999)}`,
		},
		commit: {
			hash: m.token(12),
			links: { self: { href: `https://api.bitbucket.example/${m.token(12)}` } },
			type: 'commit',
		},
		repository: { type: 'repository', full_name: 'acme/web', name: 'web', uuid: `{${m.uuid()}}` },
	});
	return {
		name: 'bitbucket_pullrequests',
		path: ['values'],
		need: ['id', 'title', 'state', 'author/display_name', 'updated_on'],
		value: {
			values: m.list(50, (at) => ({
				comment_count: m.int(0, 12),
				task_count: m.int(0, 3),
				type: 'pullrequest',
				id: 812 - at,
				title: m.title(),
				description: m.text(3),
				rendered: { title: { type: 'rendered', raw: '', markup: 'markdown', html: '<p></p>' } },
				state: m.pick(['OPEN', 'OPEN', 'MERGED', 'DECLINED']),
				draft: false,
				merge_commit: m.maybe({ type: 'commit', hash: m.token(12) }),
				close_source_branch: m.pick([true, false]),
				closed_by: null,
				author: who(),
				reason: '',
				created_on: m.time(),
				updated_on: m.time(),
				destination: { ...end(), branch: { name: 'main' } },
				source: end(),
				reviewers: m.list(m.int(0, 2), who),
				participants: [],
				links: { self: { href: `https://api.bitbucket.example/2.0/pullrequests/${812 - at}` } },
				summary: {
					type: 'rendered',
					raw: m.text(1),
					markup: 'markdown',
					html: `<p>${m.text(1)}</p>`,
				},
			})),
			pagelen: 50,
			size: 812,
			page: 1,
			next: 'https://api.bitbucket.example/2.0/repositories/acme/web/pullrequests?page=2',
		},
	};
};

export const gitlabPipelines = (): ApiList => {
	const m = made('pipelines');
	return {
		name: 'gitlab_pipelines',
		path: [],
		need: ['id', 'status', 'ref', 'created_at'],
		value: m.list(80, (at) => {
			const [id, time] = [77_000 - at * 3, m.time()];
			return {
				id,
				iid: 900 - at,
				project_id: 1_447,
				sha: m.token(40),
				ref: m.pick(['main', 'main', `fix-${m.token(4)}`, `feature/${m.token(5)}`]),
				status: m.pick(['success', 'success', 'failed', 'running', 'canceled']),
				source: m.pick(['push', 'schedule', 'merge_request_event']),
				created_at: time,
				updated_at: time,
				web_url: `https://gitlab.example/acme/web/-/pipelines/${id}`,
				name: null,
			};
		}),
	};
};

export const jenkinsBuilds = (): ApiList => {
	const m = made('jenkins');
	return {
		name: 'jenkins_builds',
		path: ['builds'],
		need: ['number', 'result', 'timestamp', 'duration'],
		value: {
			_class: 'org.jenkinsci.plugins.workflow.job.WorkflowJob',
			builds: m.list(60, (at) => {
				const number = 4_410 - at;
				const who = m.person();
				return {
					_class: 'org.jenkinsci.plugins.workflow.job.WorkflowRun',
					actions: [
						{
							_class: 'hudson.model.CauseAction',
							causes: [
								{
									_class: 'hudson.model.Cause$UserIdCause',
									shortDescription: `Started by user ${who.name}`,
									userId: who.login,
									userName: who.name,
								},
							],
						},
						{},
						{ _class: 'hudson.plugins.git.util.BuildData' },
					],
					artifacts: [],
					building: at === 0,
					description: null,
					displayName: `#${number}`,
					duration: m.int(20_000, 900_000),
					estimatedDuration: 300_122,
					executor: null,
					fullDisplayName: `web » main #${number}`,
					id: String(number),
					inProgress: at === 0,
					keepLog: false,
					number,
					queueId: m.int(10_000, 99_999),
					result:
						at === 0 ? null : m.pick(['SUCCESS', 'SUCCESS', 'FAILURE', 'UNSTABLE', 'ABORTED']),
					timestamp: 1_761_000_000_000 - at * m.int(1_000_000, 9_000_000),
					url: `https://ci.example/job/web/job/main/${number}/`,
					changeSets: [],
					nextBuild: null,
					previousBuild: {
						number: number - 1,
						url: `https://ci.example/job/web/job/main/${number - 1}/`,
					},
				};
			}),
		},
	};
};

export const dockerTags = (): ApiList => {
	const m = made('docker');
	return {
		name: 'docker_hub_tags',
		path: ['results'],
		need: ['name', 'last_updated', 'full_size'],
		value: {
			count: 1_204,
			next: 'https://hub.example/v2/repositories/library/redis/tags?page=2',
			previous: null,
			results: m.list(40, () => ({
				creator: 1_156_886,
				id: m.int(100_000_000, 999_999_999),
				images: m.list(m.int(2, 5), () => ({
					architecture: m.pick(['amd64', 'arm64', 's390x']),
					features: '',
					variant: null,
					digest: `sha256:${m.token(64)}`,
					os: 'linux',
					os_features: '',
					os_version: null,
					size: m.int(9_000_000, 60_000_000),
					status: 'active',
					last_pulled: m.time(),
					last_pushed: m.time(),
				})),
				last_updated: m.time(),
				last_updater: 1_156_886,
				last_updater_username: 'doijanky',
				name: `${m.int(5, 8)}.${m.int(0, 4)}.${m.int(0, 20)}-${m.pick(['alpine', 'bookworm', 'bullseye'])}`,
				repository: 21_171,
				full_size: m.int(9_000_000, 60_000_000),
				v2: true,
				tag_status: m.pick(['active', 'active', 'stale']),
				tag_last_pulled: m.time(),
				tag_last_pushed: m.time(),
				media_type: 'application/vnd.oci.image.index.v1+json',
				content_type: 'image',
				digest: `sha256:${m.token(64)}`,
			})),
		},
	};
};

export const vercelDeployments = (): ApiList => {
	const m = made('vercel');
	return {
		name: 'vercel_deployments',
		path: ['deployments'],
		need: ['uid', 'name', 'state', 'created', 'meta/githubCommitMessage'],
		value: {
			deployments: m.list(40, () => {
				const [created, who] = [1_740_000_000_000 + m.int(0, 20_000_000_000), m.person()];
				const name = m.pick(['shop', 'docs', 'admin']);
				return {
					uid: `dpl_${m.token(28, 'ABCDEFGHJKabcdefghjk23456789')}`,
					name,
					projectId: `prj_${m.token(28, 'ABCDEFGHJKabcdefghjk23456789')}`,
					url: `${name}-${m.token(9)}-acme.vercel.example`,
					created,
					source: m.pick(['git', 'cli']),
					state: m.pick(['READY', 'READY', 'ERROR', 'BUILDING']),
					readyState: 'READY',
					readySubstate: 'STAGED',
					type: 'LAMBDAS',
					creator: {
						uid: m.token(24),
						email: who.email,
						username: who.login,
						githubLogin: who.login,
					},
					inspectorUrl: `https://vercel.example/acme/${name}/${m.token(20)}`,
					meta: {
						githubCommitAuthorName: who.name,
						githubCommitMessage: m.title(),
						githubCommitOrg: 'acme',
						githubCommitRef: m.pick(['main', `pr-${m.int(10, 99)}`]),
						githubCommitRepo: name,
						githubCommitSha: m.token(40),
						githubDeployment: '1',
						githubOrg: 'acme',
						githubRepo: name,
						githubRepoId: '201923342',
						githubRepoVisibility: 'private',
					},
					target: m.pick(['production', null]),
					aliasError: null,
					aliasAssigned: created + 40_000,
					isRollbackCandidate: m.pick([true, false]),
					createdAt: created,
					buildingAt: created + 900,
					ready: created + 39_000,
					projectSettings: {
						framework: 'nextjs',
						nodeVersion: '22.x',
						commandForIgnoringBuildStep: '',
					},
				};
			}),
			pagination: { count: 40, next: 1_739_000_000_000, prev: 1_759_000_000_000 },
		},
	};
};
