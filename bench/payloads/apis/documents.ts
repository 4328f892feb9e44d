// Lists of pages, articles and files, as document stores answer them, after each API's documentation;
// all values are made up.
import type { ApiList } from '../api-list';
import { made } from '../made';

export const notion = (): ApiList => {
	const m = made('notion');
	const rich = (content: string) => ({
		type: 'text',
		text: { content, link: null },
		annotations: {
			bold: false,
			italic: false,
			strikethrough: false,
			underline: false,
			code: false,
			color: 'default',
		},
		plain_text: content,
		href: null,
	});
	const results = m.list(40, () => {
		const id = m.uuid();
		const user = { object: 'user', id: m.uuid() };
		return {
			object: 'page',
			id,
			created_time: m.time(),
			last_edited_time: m.time(),
			created_by: user,
			last_edited_by: user,
			cover: null,
			icon: null,
			parent: { type: 'database_id', database_id: '6f3c0b1e-0000-4000-8000-000000000001' },
			archived: false,
			in_trash: false,
			properties: {
				Status: {
					id: 'Z%3ClH',
					type: 'status',
					status: {
						id: m.uuid(),
						name: m.pick(['Not started', 'In progress', 'Done']),
						color: 'blue',
					},
				},
				Due: {
					id: 'M%3BBw',
					type: 'date',
					date: m.maybe({ start: m.time().slice(0, 10), end: null, time_zone: null }),
				},
				Owner: {
					id: 'bB%5D%5B',
					type: 'people',
					people: [
						{
							object: 'user',
							id: m.uuid(),
							name: m.person().name,
							avatar_url: null,
							type: 'person',
							person: { email: m.person().email },
						},
					],
				},
				Estimate: { id: 'zk%7D', type: 'number', number: m.maybe(m.int(1, 13)) },
				Name: { id: 'title', type: 'title', title: [rich(m.title())] },
			},
			url: `https://www.notion.example/${id.replaceAll('-', '')}`,
			public_url: null,
		};
	});
	return {
		name: 'notion_pages',
		path: ['results'],
		need: [
			'properties/Name/title/0/plain_text',
			'properties/Status/status/name',
			'properties/Due/date/start',
		],
		value: {
			object: 'list',
			results,
			next_cursor: m.uuid(),
			has_more: true,
			type: 'page_or_database',
			page_or_database: {},
			request_id: m.uuid(),
		},
	};
};

export const wordpress = (): ApiList => {
	const m = made('wordpress');
	const posts = m.list(30, (at) => {
		const id = 3000 - at * 7;
		const link = (path: string) => [{ href: `https://blog.example/wp-json/wp/v2/${path}` }];
		return {
			id,
			date: m.time(),
			date_gmt: m.time(),
			guid: { rendered: `https://blog.example/?p=${id}` },
			modified: m.time(),
			modified_gmt: m.time(),
			slug: `post-${id}`,
			status: 'publish',
			type: 'post',
			link: `https://blog.example/2026/post-${id}/`,
			title: { rendered: m.title() },
			content: { rendered: `<p>${m.text(m.int(6, 30))}</p>`, protected: false },
			excerpt: { rendered: `<p>${m.text(1)}</p>`, protected: false },
			author: m.int(1, 5),
			featured_media: 0,
			comment_status: 'closed',
			ping_status: 'open',
			sticky: false,
			template: '',
			format: 'standard',
			meta: { footnotes: '' },
			categories: [m.int(1, 9)],
			tags: [],
			_links: {
				self: link(`posts/${id}`),
				collection: link('posts'),
				about: link('types/post'),
				author: link('users/1'),
				replies: link(`comments?post=${id}`),
				curies: [{ name: 'wp', href: 'https://api.w.example/{rel}', templated: true }],
			},
		};
	});
	return {
		name: 'wordpress_posts',
		path: [],
		need: ['id', 'title/rendered', 'date', 'excerpt/rendered'],
		value: posts,
	};
};

export const jsonApi = (): ApiList => {
	const m = made('jsonapi');
	const data = m.list(45, (at) => ({
		type: 'articles',
		id: String(at + 1),
		attributes: {
			title: m.title(),
			body: m.text(m.int(3, 9)),
			'published-at': m.time(),
			'word-count': m.int(200, 4000),
			status: m.pick(['draft', 'published']),
		},
		relationships: {
			author: {
				links: {
					self: `/articles/${at + 1}/relationships/author`,
					related: `/articles/${at + 1}/author`,
				},
				data: { type: 'people', id: String(m.int(1, 12)) },
			},
		},
		links: { self: `/articles/${at + 1}` },
	}));
	const included = m.list(12, (at) => ({
		type: 'people',
		id: String(at + 1),
		attributes: { name: m.person().name, email: m.person().email },
		links: { self: `/people/${at + 1}` },
	}));
	return {
		name: 'jsonapi_articles',
		path: ['data'],
		need: ['id', 'attributes/title', 'attributes/status', 'attributes/published-at'],
		value: {
			jsonapi: { version: '1.1' },
			links: { self: '/articles', next: '/articles?page=2' },
			data,
			included,
			meta: { total: 450 },
		},
	};
};

export const drive = (): ApiList => {
	const m = made('drive');
	const files = m.list(60, () => {
		const id = m.token(33, 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJ0123456789_-');
		const who = m.person();
		return {
			kind: 'drive#file',
			id,
			name: `${m.title()}.${m.pick(['pdf', 'docx', 'xlsx'])}`,
			mimeType: m.pick([
				'application/pdf',
				'application/vnd.google-apps.document',
				'application/vnd.google-apps.spreadsheet',
			]),
			starred: false,
			trashed: false,
			parents: [m.token(33)],
			spaces: ['drive'],
			version: String(m.int(1, 400)),
			webViewLink: `https://docs.example/file/d/${id}/view`,
			iconLink: 'https://drive-thirdparty.example/16/type/application/pdf',
			hasThumbnail: false,
			createdTime: m.time(),
			modifiedTime: m.time(),
			owners: [
				{
					kind: 'drive#user',
					displayName: who.name,
					photoLink: `https://lh3.example/a/${m.token(40)}`,
					me: false,
					permissionId: m.token(20, '0123456789'),
					emailAddress: who.email,
				},
			],
			size: String(m.int(900, 9_000_000)),
			md5Checksum: m.token(32),
			capabilities: {
				canEdit: true,
				canComment: true,
				canShare: true,
				canCopy: true,
				canDownload: true,
			},
		};
	});
	return {
		name: 'google_drive_files',
		path: ['files'],
		need: ['name', 'mimeType', 'modifiedTime', 'id'],
		value: { kind: 'drive#fileList', incompleteSearch: false, nextPageToken: m.token(60), files },
	};
};
